/**
 * Rates which words of a question a text covers. Rare words weigh more; words that carry the sentence rather than its
 * subject weigh little, even if no passage holds them.
 */
import { type Question, synonymsOf } from '../rank/question';
import { rootOf, eachTerm, joinedMark, termsOf, stem } from '../text/tokens';
import type { AnswerSnippet } from '../types';
import { isNumber, spaced } from '../text/plain';

/**
 * Share for a word of the same root ("router" for "routing"), which is nearly as good; a synonym only shows the topic.
 */
export const rootShare = 0.85;
const synonymShare = 0.6;
/** Weight of a word that carries the sentence, or of a number, which is only an example. */
const weakWeight = 0.25;
/** Weight of a word written as a name, which a text should contain. */
const namedWeight = 1.6;

export interface Coverage {
  /** Share in [0, 1] of the weight of the question's words. */
  share: number;
  /** For each word of the question how well the passage covers it, in [0, 1]. */
  shares: ReadonlyMap<string, number>;
}

/** The terms of a text and their roots, extracted once since many words are looked up. */
export interface Held {
  terms: ReadonlySet<string>;
  roots: ReadonlySet<string>;
}

/** Stems of words written as names: acronyms, inner capitals, capitals inside a sentence. */
function namedIn(query: string): Set<string> {
  const named = new Set<string>();
  for (const [index, word] of spaced(query).entries()) {
    const bare = word.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');
    const isName =
      /^[A-Z0-9]{2,}s?$/.test(bare) || /[a-z][A-Z]|_/.test(bare) || (index > 0 && /^[A-Z][a-z]+$/.test(bare));
    if (isName)
      for (const term of termsOf(bare)) named.add(term.startsWith(joinedMark) ? term.slice(joinedMark.length) : term);
  }
  return named;
}

export class CoverageOf {
  /** Share in [0, 1] of the question's weight that each of its words has. */
  private readonly worth: ReadonlyMap<string, number>;
  /** For each word of the question the number of passages that hold it. */
  private readonly holders: ReadonlyMap<string, number>;
  private readonly held: ReadonlyMap<AnswerSnippet, Held>;
  private readonly named: ReadonlySet<string>;

  constructor(
    private readonly question: Question,
    snippets: readonly AnswerSnippet[],
    query: string,
  ) {
    this.named = namedIn(query);
    const textOf = ({ symbol = '', label, text }: AnswerSnippet) => `${symbol}\n${label}\n${text}`;
    this.held = new Map(snippets.map((snippet) => [snippet, heldBy(textOf(snippet))]));
    const all = [...this.held.values()];
    const { content } = question;
    this.holders = new Map(content.map((term) => [term, all.filter((held) => shareIn(held, term) > 0).length]));
    const weights = content.map((term) => this.weightOf(term, snippets.length));
    const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
    this.worth = new Map(content.map((term, at) => [term, weights[at]! / total]));
  }

  private weightOf(term: string, passages: number): number {
    const isNamed = this.named.has(term);
    // A plain word that no passage holds only shows that the code uses other words, so it counts as held once.
    const holders = Math.max(this.holders.get(term)!, isNamed ? 0 : 1);
    const isWeak = this.question.weak.has(term) || isNumber(term);
    const weight = isNamed ? namedWeight : isWeak ? weakWeight : 1;
    return Math.log(2 + (passages + 1) / (holders + 1)) * weight * this.question.countOf(term);
  }

  /** Question words that no passage holds, in the order asked. */
  missing(): string[] {
    const { content, countOf } = this.question;
    return content.filter((term) => countOf(term) === 1 && this.holders.get(term) === 0);
  }

  /** True when a passage holds the term, or its root, or a synonym. */
  isHeld(term: string): boolean {
    return [...this.held.values()].some((held) => shareIn(held, term) > 0);
  }

  /** True when no passage holds some word written as a name. */
  isNameMissing(): boolean {
    return this.missing().some((term) => this.named.has(term));
  }

  /** Share in [0, 1] of the question's weight that some of its words have, each as far as it is covered. */
  worthOf(terms: readonly string[], shareOf: (term: string) => number = () => 1): number {
    return terms.reduce((sum, term) => sum + (this.worth.get(term) ?? 0) * shareOf(term), 0);
  }

  /** Share in [0, 1] of the weight of some words that a coverage has. */
  shareOfWords({ shares }: Coverage, terms: readonly string[]): number {
    return this.worthOf(terms, (term) => shares.get(term) ?? 0) / (this.worthOf(terms) || 1);
  }

  of(snippet: AnswerSnippet): Coverage {
    return this.rate(this.held.get(snippet)!);
  }

  ofText(text: string): Coverage {
    return this.rate(heldBy(text));
  }

  private rate(held: Held): Coverage {
    const shares = new Map(this.question.content.map((term) => [term, shareIn(held, term)]));
    return { share: this.worthOf(this.question.content, (term) => shares.get(term)!), shares };
  }
}

export function heldBy(text: string): Held {
  const terms = new Set<string>();
  const roots = new Set<string>();
  eachTerm(text, (term) => terms.add(term));
  for (const term of terms) roots.add(rootOf(term));
  return { terms, roots };
}

/** How well a text holds a term, in [0, 1]: 1 for the word itself, less for the same root or a synonym. */
export function shareIn({ terms, roots }: Held, term: string): number {
  if (terms.has(term) || terms.has(joinedMark + term)) return 1;
  if (roots.has(rootOf(term))) return rootShare;
  return synonymsOf(term).some((other) => terms.has(other)) ? synonymShare : 0;
}

// Section: words of everyday English that say how something is done ("remember", "grow", "neither") and seldom name parts
// of a program. When the code lacks one, it only uses other words; words of both worlds ("limit", "port", "thread") are
// left out. Made by hand; one form of each word.

const words = `
  about above abroad absent absolutely accident accidentally accompany accomplish accord accordingly account accurate
  achieve acquaint across act actual adapt add added addition additionally adequate adjust admit advance advantage
  advice affair affect afford afraid afterwards again age ago agree agreement ahead aim alike alive allow almost alone
  along aloud already alright alternative although altogether always am amazing amid among amongst amount ancient
  anger angry announce annoying anonymous another answer anticipate anybody anyhow anymore anyone anything anyway
  anywhere apart app apparent appear appreciate approach appropriate approve approximately area aren argue arise arose
  around arrange arrive aside ask aspect assist associate assume assumption attempt attend attention attitude attract
  author available avoid await awake aware away awful awkward back backward bad badly bag bail balance ban bare base
  basic basis bear beat beautiful became because become been before beforehand began begin begun behalf behave
  behaviour behind being belief believe belong below beneath benefit beside best bet better between beyond big bigger
  biggest bite blame blank bloat blow blown blur body bogus book boring born borrow both bother bottom bought bounce
  bound box brand brave break brief briefly bright bring broad broadly broke broken brought built bulk bump bunch
  bundle burn burst bury busy buy bypass calculate call caller calm came can cannot capable capacity care carefully
  careless carry carve case casual catch caught cause caution caveat cease center central certain certainly challenge
  chance change charge chase cheap cheaper cheat check choice choose chop chose chosen circle circumstance claim clash
  classic clean cleanup clear clearly clever client cling clog close closer closest clue clumsy coarse codebase cold
  collapse collect combine come comfortable comment common commonly compare compete complain complete complex
  complicated comply compose comprise compute conceal concern conclude conclusion condition confirm confuse
  consequence consider consist constant constantly constitute consult contact contain contend content contest continue
  contradict contrary contrast contribute control convenient conventional convince cool cope copy correct correctly
  correspond couldn count couple course cover craft cram crazy create creep cross crucial cruel curb curious current
  custom cut damage danger dangle dare dark dead deal dealt dear decent decide decision declare decline deem deep
  deeper deeply defeat default define definite degree delicate deliver delve demand demote denote deny depart depend deplete
  depth derive describe deserve desire desperate despite destroy detail detect determine dev develop deviate die died
  differ difficult difficulty dig dim directly dirty disagree disappear discard discern discover discuss dislike
  dismiss distance distant distinct distinguish disturb ditch divide do dodge does doesn done doubt down downside
  downward dozen dress drew drift drop dry due dull duly dumb during duty dwell dying each eager earlier earliest
  early earn ease easier easily easy edge effect effort either elaborate elapse elect elegant eliminate else elsewhere
  emerge emphasis employ empty enable encounters encourage end endure engage enjoy enormous enough ensure enter entire
  entitle entry astray equal equivalent erroneous escape especially essential establish estimate even
  eventual ever every everybody everyday everyone everything everywhere evident exact exactly examine example exceed
  exceeded excellent except excess exclude exclusive excuse exempt exhaust exist expand expect expense experience
  expert explain explanation explicit explicitly expose express extend extensive extent extra extraordinary extreme
  eye face fact factor faculty fade fail faint fair fairly faith fake fall fallback fallen false familiar family
  famous fancy far fast faster fastest fate fault faulty favor favour fear feature fed feed feel fell felt few fewer
  fewest fiddle field fight figure fill final find fine finish fire firm first firstly fit fix flat flavor flavour
  flawed flip flood flow focus folks follow food fool foot forbid force foreign forever forget forgot forgotten form
  formal former formerly forth fortunate forward fought foul found fragile free freed freely frequent fresh freshly
  friend friendly front full fuller fully fun function fundamental funny further furthermore fuss future gain gap
  gather gave gear general gentle genuine get give given glad glance glitch glue goal goes going gone good got gotcha
  gotten grab gradual grand grant grasp great greater greatest greatly grew grip ground grow grown guarantee guard
  guess guide guilty guy habit had half halfway halt hammer hand handle handy happen happy hard hard-coded hardcoded
  harder hardly harm harmless hasn hate have haven head health hear heard heart heavily heavy height held help helper
  hence here hidden hide high higher highest highly hinder hint hit hog hold hole home honest honor honour hop hope
  hopefully horrible hot hour house how however huge human hundred hung hunt hurry hurt idea ideal identical identify
  ill imagine immediate immense impact implement imply important impose impossible impress improve inadequate include
  incoming incorrect incorrectly increase indeed independent indicate individual inevitable influence inform inherent
  initial inner innocent inquire inside insist install instance instantly instead instruct insufficient insure intact
  intend intense intent intentionally interest interfere intermediate internal interpret intro introduce invent
  involve inward irregular irrelevant isn issue item itself jam joke jolt judge judgement jump just justify keen keep
  kept kick kill kind knew knob knock know knowledge known lack lag laid land lapse large larger largest last lastly
  late later latest latter laugh launch law lay lazily lazy lead leak leap learn learnt least leave led left leftover
  legal legit legitimate less lesser let level liable liberal lie lies life lifetime lift light lightly likelihood
  likely likewise line linger list little live local locate logic long longer longest look loom loop loose lose loss
  lost lot loud love low lower lowest luck lucky lump lying mad made magic main mainly maintain major make maker
  manage mandatory mangle manner manual many marked marker mass massive master material matter mature maybe me mean
  meaningful meant meantime meanwhile meddle medium meet member mention mere mess met method middle might mighty mild
  million mimic mind mine minor minute misbehave mislead mismatch miss mistake mistaken mistyped misuse mix mode
  moderate modern modest moment money more moreover most mostly motion motive move much muddle multiple multiply must
  mutual my myself mysterious nag naive naked name narrow native nature near nearby nearest nearly neat neatly
  necessarily necessary need neglect neither nervous never nevertheless new newbie newer newest newly next nice night
  nobody noise noisy none nonetheless nonsense nor normal nose notably note nothing notice notify notion novel now
  nowadays nowhere nudge number numerous obey object observe obstacle obtain obvious obviously occasion occasional
  occupy occur odd oddly off offer office officially often okay old older oldest omit once one ongoing only onto
  onward open operate opinion opportunity oppose opposite optional order ordinary origin other otherwise ought
  ourselves out outcome outdated outer outlive output outright outside outward over overall overdo overlook overly
  oversized overtake overwhelm owe own owner pace pain pair paper parent part partial particular particularly partly
  pass past patience patient pause pay peace peculiar peek people per perceive percent perfect perfectly perform
  perhaps period perish permanent permit person pester physical pick picture piece pile pitfall place plain plainly
  plans play pleasant please plenty plug plus point pointless poke ponder poor poorly popular populate portion pose
  position possess possible postpone potential pour power practice praise precaution precede precise prefer premature
  prepare presence present preserve press pretend pretty prevent previous previously price primarily primary principal
  principle prior private probably problem procedure proceed process produce product profit progress prohibit project
  prone proof proper properly property proportion propose prove provide provision public pull punish pure purpose
  pursue put puzzle quality quantity question quick quickly quiet quietly quirk quirky quit race raise ran random
  randomly range rapid rapidly rare rather rationale raw reach react reaction read readable reader readily ready real
  realistic reality realize really reason rebuild recall receive recent reclaim recognise recognize recommend
  reconsider record recover rectify redo reduce redundant refer referenced reflect refrain refuse regain regard
  regardless regret regular regularly reinvent related relationship relative relent relevant reliable rely remain
  remainder remark remember remind removed reopen repair repeat repeatedly replace reply report represent request
  require rescue resemble reserve resist resort respect respond response rest restrict result retain rethink retreat
  return reuse reveal revisit revive rewrite rewritten rewrote rich rid ride right rightly rigid rise risk risky road
  rogue rolled room roots rough roughly round routine row rude ruin rule run rush sad safe safer safety said sake sale
  salvage same sample sane satisfy save saw say scarce scare scatter scene scope score scratch screw seated second
  secondary section see seek seem seen seldom select self sell send senior sense sensible sensitive sent separate
  sequence series serious seriously serve server-side set settle severe shake shall shallow shape share sharp shave
  shed sheet shelve shine ship shock shoot short shortage shortcut shorten shorter shortest shortly shot should
  shouldn shout shove show shown shred shrink shrug shut sick side sift sight sign significant significantly silence
  silent silly similar similarly simple simpler simplest simply simultaneous since single site sits situation size
  skill skim skip slight slightly slim slip slow slower slowly sluggish small smaller smallest smart smash smooth
  smoothly snag sneak so soak soft sold sole solid solution solve somebody somehow someone something sometime somewhat
  somewhere soon sooner sorry sort sound source space spare speak special specific specify speed spell spend spent
  spill spite spoil spoke spoken spot spring square squash squeeze stable staff stage stale stall stand standard star
  start starve stash state status stay steadily steady steal steer step stick still stood stop store story straight
  strange strategy stray strength stress stretch strict strictly strike strip strong stronger strongly struck struggle
  stuck stuff stumble stupid stutter style subject subsequent substantial succeed succeeded success successfully
  sudden suddenly suffer suffice sufficient suggest suit suitable sum supply support suppose sure surface surprise
  surprisingly surround survive suspect suspicious swallow sway sweep swiftly switch system tackle take taken talk
  tall tame tamper tangle taper target task taste taught teach team tear tease tedious tell temporarily temporary
  tempt ten tend term terrible than thank that their them themselves then there thereby therefore thick thin thing
  think third thorough thoroughly though thought thousand thrash threat three threw thrive through throughout throw
  thrown thus tidy tie tied tight tightly till time tiny tip tired together told tolerate tomorrow tone tonight too
  took tool top toss total touch tough toward town trade tradeoff traditional travels treat treatment tremendous trick
  tricky tried trigger trip trivial trouble true truly trust truth try tuck turn tweak twice twin twist two type
  typical ugly ultimate unable unaffected unaltered unavailable unavoidable unaware unblock uncertain unchanged
  unclear uncommon under undergo underlying underneath understand understood undo unequal unexpected unexpectedly
  unfair unfinished unfold unfortunate unhappy uniform union unique unit universal unknown unless unlike unnecessary
  unneeded unnoticed unordered unravel unreadable unrelated unset unspecified unsupported unsure untidy until
  untouched unused unusual unwanted upfront upon upper upset upwards urgent usable usage use useless user usual utter
  utterly vacant vague vain valid valuable value vanish variable variant variety various vary vast verdict verify
  versus very via vice vicinity victim view violate visible visit vital void voluntary vote wait waive wake wander
  want war warm warn was wash wasn waste water way weak wealth wear weed weigh weight weird welcome well went weren
  west wet whack what whatever whatsoever when whenever whereas whereby wherever whether which whichever while whoever
  whole wholly whom whose wide wider width wild will willingly win wipe wise wish with withdraw withhold within
  without wobble woke won wonder wood word wore work workaround world worn worry worse worst worth worthwhile would
  wouldn wrangle wrap wreck write written wrong wrongly wrote yank year yesterday yet yield young younger yourself
  zero
`;

const stems: ReadonlySet<string> = new Set(spaced(words).map(stem));

/** True when a stem is a word of everyday English, a number or a single letter. */
export function isEveryday(term: string): boolean {
  return stems.has(term) || term.length < 2 || isNumber(term);
}
