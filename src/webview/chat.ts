/**
 * Entry of the chat's page: receives the host's messages, draws, and sends the user's actions. Security: it opens no
 * connection and holds no key; it can only post the messages of messages.ts.
 */
import { render } from 'lit';
import { answersEvent, loadAnswers } from './answersEvent';
import { codeActions, stepCode, type CodeActions } from './codeActions';
import type { ChatState, ToHost, ToWebview } from '../chat/messages';
import { emptyModel, received, type Model, paintScheduler } from './model';
import { QuestionBox } from './questionBox';
import { StickyScroll, turnWindow, type TurnWindow, type Segment } from './scroll';
import type { ChatStrings } from '../chat/strings';
import { widened, withChip } from '../chat/chips';
import { page, type PageActions } from './views/page';
import { AnswerCache } from './views/turn';

interface EditorApi {
  postMessage(message: ToHost): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): EditorApi;

class ChatPage {
  readonly #editor = acquireVsCodeApi();
  readonly #post = (message: ToHost): void => this.#editor.postMessage(message);
  readonly #strings: ChatStrings;
  readonly #answers: AnswerCache;
  readonly #code: CodeActions;
  readonly #scroll: StickyScroll;
  readonly #inSight: TurnWindow;
  readonly #box: QuestionBox;
  readonly #actions: PageActions;
  readonly #schedule: () => void;
  /** The style sheet has the same width. */
  readonly #narrow = window.matchMedia('(max-width: 260px)');
  #model: Model = emptyModel;

  constructor(private readonly root: HTMLElement) {
    // Checked boundary: the host writes this table into the page, typed as ChatStrings.
    this.#strings = JSON.parse(root.dataset.strings ?? '{}') as ChatStrings;
    const first: unknown = JSON.parse(root.dataset.state ?? 'null');
    // Checked boundary: the host writes its state into the page, typed as ChatState.
    if (first) this.#model = received(this.#model, { kind: 'state', state: first as ChatState });
    this.#answers = new AnswerCache(this.#strings);
    this.#code = codeActions(this.#post, this.#strings, (id) => this.#model.turns.find((turn) => turn.id === id));
    this.#schedule = paintScheduler(() => this.#paint(), {
      now: () => performance.now(),
      later: (run, milliseconds) => setTimeout(() => requestAnimationFrame(run), milliseconds),
    });
    const transcript = () => document.getElementById('transcript');
    this.#scroll = new StickyScroll(transcript, this.#schedule);
    this.#inSight = turnWindow({ transcript, isAtEnd: () => this.#scroll.isAtEnd, changed: this.#schedule });
    this.#box = this.#makeBox();
    this.#actions = { ...this.#box.actions, ...postingActions(this.#post), ...this.#ownActions() };
  }

  /** Draws before any message from the host, so that the page is not empty at first. */
  start(): void {
    window.addEventListener(answersEvent, ({ detail }) => {
      this.#answers.drawWith(detail);
      this.#schedule();
    });
    window.addEventListener('message', ({ data }: MessageEvent<ToWebview>) => this.#hear(data));
    this.#narrow.addEventListener('change', this.#schedule);
    this.root.addEventListener('click', (event) => clicked(event, this.#post, this.#code));
    this.root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) this.#box.actions.pressed(event);
    });
    this.#paint();
    loadAnswers(this.root.dataset.answers ?? '', document.currentScript?.nonce ?? '');
    this.#post({ kind: 'ready' });
  }

  #change(changes: Partial<Model>): void {
    this.#model = { ...this.#model, ...changes };
    this.#schedule();
  }

  #makeBox(): QuestionBox {
    return new QuestionBox({
      box: () => document.querySelector<HTMLTextAreaElement>('#question') ?? undefined,
      model: () => this.#model,
      strings: this.#strings,
      post: this.#post,
      notice: (notice) => this.#change({ notice }),
      show: (mentions) => this.#change({ mentions }),
      addChips: ({ chips }) =>
        this.#setChips(chips.reduce<Model['chips']>((all, chip) => withChip(all, chip), this.#model.chips)),
      cancelEdit: () => this.#actions.cancelEdit(),
      remembered: this.#editor,
    });
  }

  /** Actions that the page carries out itself. */
  #ownActions() {
    return {
      addChip: (chip) => this.#setChips(withChip(this.#model.chips, chip)),
      removeChip: (chip) => this.#setChips(widened(this.#model.chips, chip, this.#model.folders)),
      edit: (turn) => {
        this.#change({ editing: turn.id });
        if (turn.chips.length > 0) this.#setChips(turn.chips);
        this.#box.write(turn.question);
      },
      cancelEdit: () => {
        this.#change({ editing: undefined });
        this.#box.write('');
      },
      ask: (question) => this.#box.ask(question),
      openNext: (isNextOpen) => this.#change({ isNextOpen }),
      copyAnswer: (turn, button) => this.#code.copyText(turn.text, button),
      jumpToLatest: () => {
        this.#scroll.toEnd();
        this.#box.focus();
      },
    } satisfies Partial<PageActions>;
  }

  #setChips(chips: Model['chips']): void {
    this.#change({ chips, notice: undefined });
    this.#post({ kind: 'setChips', chips });
    this.#box.focus();
  }

  #hear(message: ToWebview): void {
    switch (message.kind) {
      case 'acted':
        this.#code.acted(message.key, message.isDone);
        // The notice of an earlier press must not stay above one that worked.
        if (message.isDone && this.#model.notice !== undefined) this.#change({ notice: undefined });
        return;
      case 'focus':
        return this.#box.focus();
      case 'reveal':
        return reveal(this.root, message.turn, message.index);
      case 'stepCode':
        return stepCode(this.root, message.way);
      default:
        return this.#receive(message);
    }
  }

  #receive(message: Parameters<typeof received>[1]): void {
    const begun = this.#model.turns.length;
    this.#model = received(this.#model, message);
    this.#schedule();
    if (message.kind === 'state') this.#scroll.begin(message.state.turns[0]?.id);
    // Applies to questions asked by a command as well.
    else if (this.#model.turns.length > begun) this.#scroll.toLastTurn();
  }

  #paint(): void {
    const model = this.#model;
    const [strings, actions, answers] = [this.#strings, this.#actions, this.#answers];
    const segments = this.#inSight.segments(model.turns);
    const [isAway, isNarrow] = [this.#scroll.isAway, this.#narrow.matches];
    render(page(model, { strings, actions, answers, segments, isAway, isNarrow }), this.root);
    answers.keepOnly(new Set(segments.flatMap((segment) => rowIds(model, segment))));
    this.#box.painted();
    this.#scroll.painted();
    this.#inSight.painted();
  }
}

/** Actions that are only passed to the host. */
function postingActions(post: (message: ToHost) => void) {
  return {
    askForHelpers: (turn) => post({ kind: 'helpers', turn }),
    pauseIndex: (isPaused) => post({ kind: 'pauseIndex', isPaused }),
    cancelIndex: () => post({ kind: 'cancelIndex' }),
    addContext: () => post({ kind: 'addContext' }),
    stop: () => post({ kind: 'stop' }),
    openSource: (turn, list, index) => post({ kind: 'openSource', turn, list, index }),
    retry: (turn) => post({ kind: 'retry', turn }),
    searchWorkspace: (turn) => post({ kind: 'widen', turn }),
    answerBuiltIn: (turn) => post({ kind: 'retry', turn, builtIn: true }),
    chooseModel: () => post({ kind: 'chooseModel' }),
    consent: (choice) => post({ kind: 'consent', choice }),
    takeOffer: (isTaken) => post({ kind: 'offered', isTaken }),
    copyRequest: (turn) => post({ kind: 'copyRequest', turn }),
    openConversation: (conversation) => post({ kind: 'openConversation', conversation }),
  } satisfies Partial<PageActions>;
}

/**
 * Handles clicks on links, citations and code buttons. They are part of sanitised Markdown, which cannot carry
 * listeners.
 */
function clicked(event: MouseEvent, post: (message: ToHost) => void, code: CodeActions): void {
  const target = event.target instanceof Element ? event.target : undefined;
  const link = target?.closest('a');
  if (link) {
    event.preventDefault();
    post({ kind: 'openLink', url: link.href });
  }
  const number = Number(target?.closest<HTMLElement>('[data-citation]')?.dataset.citation);
  const turn = target?.closest<HTMLElement>('.answer')?.dataset.turn;
  if (number >= 1 && turn !== undefined) post({ kind: 'openSource', turn, list: 'sources', index: number - 1 });
  const button = target?.closest<HTMLButtonElement>('button[data-code]');
  if (button) code.pressed(button);
}

/** Marks the opened source in its list. */
function reveal(root: HTMLElement, turn: string, index: number): void {
  const answer = [...root.querySelectorAll<HTMLElement>('.answer')].find((found) => found.dataset.turn === turn);
  const row = answer?.querySelectorAll<HTMLElement>('.sources .source')[index];
  for (const current of root.querySelectorAll('.source.current')) current.classList.remove('current');
  row?.classList.add('current');
  row?.scrollIntoView({ block: 'nearest' });
}

function rowIds({ turns }: Model, segment: Segment): string[] {
  const turn = segment.kind === 'row' ? turns[segment.index] : undefined;
  return turn ? [turn.id] : [];
}

const root = document.getElementById('chat');
if (root) new ChatPage(root).start();
