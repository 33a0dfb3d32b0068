/**
 * Words of everyday English: how something is done or said ("remember", "grow", "neither"), seldom what a program has
 * ("cookie", "gzip", "retry"). That one of them is nowhere in the code says only that other words are used there; what is
 * in both worlds ("limit", "port", "thread") is not among them. Made by hand; one form of each word.
 */
import { stem } from '../text/tokens';

const words = `
  about above abroad absent absolutely accident accidentally accompany accomplish accord accordingly account accurate
  achieve acquaint across act actual adapt add added addition additionally adequate adjust admit advance advantage
  advice affair affect afford afraid afterwards again age ago agree agreement ahead aim alike alive allow almost alone
  along aloud already alright alternative although altogether always am amazing amid among amongst amount ancient
  anger angry announce annoying anonymous another answer anticipate anybody anyhow anymore anyone anything anyway
  anywhere apart app apparent appear appreciate approach appropriate approve approximately area aren argue arise arose
  around arrange arrive aside ask aspect assist associate assume assumption attempt attend attention attitude attract
  author available avoid await awake aware away awful awkward back backward bad badly bag balance ban bare base basic
  basis bear beat beautiful became because become been before beforehand began begin begun behalf behave behaviour
  behind being belief believe belong below beneath benefit beside best bet better between beyond big bigger biggest
  bite blame blank blow blown body bogus book boring born borrow both bother bottom bought bound box brand brave break
  brief briefly bright bring broad broadly broke broken brought bunch bundle burn burst bury busy buy bypass calculate
  call caller calm came can cannot capable capacity care carefully careless carry case casual catch caught cause
  caution cease center central certain certainly challenge chance change charge chase cheap cheaper cheat check choice
  choose chose chosen circle circumstance claim classic clear clearly clever close closer closest clue clumsy cold
  collapse collect combine come comfortable comment common commonly compare compete complain complete complex
  complicated comply compose comprise compute conceal concern conclude conclusion condition confirm confuse
  consequence consider consist constant constantly constitute consult contact contain content contest continue
  contradict contrary contrast contribute control convenient conventional convince cool cope correct correctly
  correspond couldn count couple course cover crazy create cross crucial cruel curious current custom cut damage
  danger dare dark dead deal dealt dear decent decide decision declare decline deep deeper deeply defeat define
  definite degree delicate deliver demand deny depart depend depth derive describe deserve desire desperate despite
  destroy detail detect determine dev develop die died differ difficult difficulty dig directly dirty disagree
  disappear discard discover discuss dislike dismiss distance distant distinct distinguish disturb divide do does
  doesn done doubt down downward dozen dress drew drop dry due dull duly dumb during duty dying each eager earlier
  earliest early earn ease easier easily easy edge effect effort either elaborate elect elegant eliminate else
  elsewhere emerge emphasis employ empty enable encounters encourage end endure engage enjoy enormous enough ensure
  enter entire environment equal equivalent erroneous escape especially essential establish estimate even eventual
  ever every everybody everyday everyone everything everywhere evident exact exactly examine example exceed exceeded
  excellent except excess exclude exclusive excuse exhaust exist expand expect expense experience expert explain
  explanation explicit explicitly express extensive extent extra extraordinary extreme eye face fact factor faculty
  fade fail fair fairly faith fall fallen false familiar family famous fancy far fast faster fastest fate fault faulty
  favor favour fear feature fed feed feel fell felt few fewer fewest field fight figure fill final find fine finish
  fire firm first firstly fit fix flat flavor flavour flow focus follow food fool foot forbid force foreign forever
  forget forgot forgotten form formal former formerly forth fortunate forward fought found free freed freely frequent
  fresh freshly friend friendly front full fuller fully fun function fundamental funny further furthermore future gain
  gap gather gave gear general gentle genuine get give given glad glance goal goes going gone good got gotten grab
  gradual grand grant grasp great greater greatest greatly grew ground grow grown guarantee guard guess guide guilty
  guy habit had half halfway hand handle handy happen happy hard harder hardly harm harmless hasn hate have haven head
  health hear heard heart heavily heavy height held help hence here hidden hide high higher highest highly hinder hint
  hit hold hole home honest honor honour hope hopefully horrible hot hour house how however huge human hundred hung
  hunt hurry hurt idea ideal identical identify ill imagine immediate immense impact implement imply important impose
  impossible impress improve inadequate include incoming incorrect incorrectly increase indeed independent indicate
  individual inevitable influence inform inherent initial inner innocent inquire inside insist install instance
  instantly instead instruct insufficient insure intact intend intense intent intentionally interest interfere
  intermediate internal interpret intro introduce invent involve inward irregular irrelevant isn issue item itself
  joke judge judgement jump just justify keen keep kept kick kill kind knew knock know knowledge known lack laid land
  large larger largest last lastly late later latest latter laugh launch law lay lazily lazy lead leak learn learnt
  least leave led left legal legitimate less lesser let level liable liberal lie lies life lifetime lift light lightly
  likelihood likely likewise line list little live local locate logical long longer longest look loop loose lose loss
  lost lot loud love low lower lowest luck lucky lying mad made magic main mainly maintain major make maker manage
  mandatory manner manual many marked marker mass massive master material matter mature maybe me mean meaningful meant
  meantime meanwhile medium meet member mention mere mess met method middle might mighty mild million mind mine minor
  minute mislead mismatch miss mistake mistaken mistyped mix mode moderate modern modest moment money more moreover
  most mostly motion motive move much multiple multiply must mutual my myself mysterious naive naked name narrow
  native nature near nearby nearest nearly neat neatly necessarily necessary need neglect neither nervous never
  nevertheless new newer newest newly next nice night nobody noise noisy none nonetheless nonsense nor normal nose
  notably note nothing notice notify notion novel now nowadays nowhere number numerous obey object observe obtain
  obvious obviously occasion occasional occupy occur odd oddly off offer office officially often okay old older oldest
  omit once one ongoing only onto onward open operate opinion opportunity oppose opposite optional order ordinary
  origin other otherwise ought ourselves out outcome outdated outer output outright outside outward over overall
  overlook overwhelm owe own owner pace pain pair paper parent part partial particular particularly partly pass past
  patience patient pause pay peace peculiar people per perceive percent perfect perfectly perform perhaps period
  permanent permit person physical pick picture piece pile place plain plainly plans play pleasant please plenty plus
  point pointless poor poorly popular populate portion pose position possess possible postpone potential pour power
  practice praise precaution precede precise prefer premature prepare presence present preserve press pretend pretty
  prevent previous previously price primarily primary principal principle prior private probably problem procedure
  proceed process produce product profit progress prohibit project proof proper properly property proportion propose
  prove provide provision public pull punish pure purpose pursue put puzzle quality quantity question quick quickly
  quiet quietly quit race raise ran random randomly range rapid rapidly rare rather raw reach react reaction read
  readable reader readily ready real realistic reality realize really reason recall receive recent recognise recognize
  recommend reconsider record recover rectify reduce redundant refer referenced reflect refuse regain regard
  regardless regret regular regularly related relationship relative relevant reliable rely remain remainder remark
  remember remind removed repair repeat repeatedly replace reply report represent request require rescue resemble
  reserve resist resort respect respond response rest restrict result retain retreat return reveal rewrite rewritten
  rewrote rich rid ride right rightly rigid rise risk risky road rolled room roots rough roughly round routine row
  rude ruin rule run rush sad safe safer safety said sake sale same sample satisfy save saw say scarce scare scattered
  scene scope score scratch seated second secondary section see seek seem seen seldom select self sell send senior
  sense sensible sensitive sent separate sequence series serious seriously serve server-side set settle severe shake
  shall shallow shape share sharp sheet shine ship shock shoot short shortage shortcut shorten shorter shortest
  shortly shot should shouldn shout show shown shrink shut sick side sight sign significant significantly silence
  silent silly similar similarly simple simpler simplest simply simultaneous since single site sits situation size
  skill skip slight slightly slim slip slow slower slowly small smaller smallest smart smooth smoothly so soft sold
  sole solid solution solve somebody somehow someone something sometime somewhat somewhere soon sooner sorry sort
  sound source space spare speak special specific specify speed spell spend spent spite spoil spoke spoken spot spring
  square stable staff stage stale stand standard star start state status stay steadily steady steal step stick still
  stood stop store story straight strange strategy strength stress stretch strict strictly strike strip strong
  stronger strongly struck struggle stuck stuff stupid style subject subsequent substantial succeed succeeded success
  successfully sudden suddenly suffer suffice sufficient suggest suit suitable sum supply support suppose sure surface
  surprise surprisingly surround survive suspect suspicious sweep swiftly switch system take taken talk tall tame
  target task taste taught teach team tear tell temporarily temporary tempt ten tend term terrible than thank that
  their them themselves then there thereby therefore thick thin thing think third thorough thoroughly though thought
  thousand threat three threw through throughout throw thrown thus tidy tie tied tight tightly till time tiny tip
  tired together told tolerate tomorrow tone tonight too took tool top total touch tough toward town trade traditional
  travels treat treatment tremendous trick tricky tried trigger trip trivial trouble true truly trust truth try turn
  twice twin two type typical ugly ultimate unable unaffected unaltered unavailable unavoidable unaware uncertain
  unchanged unclear uncommon under undergo underlying underneath understand understood undo unequal unexpected
  unexpectedly unfair unfinished unfortunate unhappy uniform union unique unit universal unknown unless unlike
  unnecessary unneeded unordered unrelated unsure untidy until untouched unusual unwanted upon upper upset upwards
  urgent usable usage use useless user usual utter utterly vague vain valid valuable value vanish variable variant
  variety various vary vast verdict verify versus very via vice vicinity victim view violate visible visit vital void
  voluntary vote wait wake wander want war warm warn was wash wasn waste water way weak wealth wear weigh weight weird
  welcome well went weren west wet what whatever whatsoever when whenever whereas whereby wherever whether which
  whichever while whoever whole wholly whom whose wide wider width wild will willingly win wise wish with withdraw
  within without woke won wonder wood word wore work world worn worry worse worst worth worthwhile would wouldn wrap
  write written wrong wrongly wrote year yesterday yet yield young younger yourself zero
`;

const stems: ReadonlySet<string> = new Set(words.trim().split(/\s+/).map(stem));

/** Whether a question's word, by its stem, is one of everyday English, a number or a single letter. */
export function isEveryday(term: string): boolean {
  return stems.has(term) || term.length < 2 || /^\d+$/.test(term);
}
