/**
 * Entry of the chat's page: takes the host's messages, draws, and sends what the user asks for. Opens no connection and
 * holds no key; all it can do is post the messages of messages.ts.
 */
import { render } from 'lit';
import { answersEvent, loadAnswers } from './answersEvent';
import { codeActions, stepCode, type CodeActions } from './codeActions';
import { composing } from './composing';
import type { ChatState, ToHost, ToWebview } from '../chat/messages';
import { emptyModel, received, type Model } from './model';
import { paintScheduler } from './paint';
import { stickyScroll } from './scroll';
import type { ChatStrings } from '../chat/strings';
import { turnWindow } from './turnWindow';
import type { Segment } from './virtual';
import { widened, withChip } from '../chat/chips';
import { page, type PageActions } from './views/page';
import { AnswerCache } from './views/turn';

interface EditorApi {
  postMessage(message: ToHost): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): EditorApi;

function start(root: HTMLElement): void {
  const editor = acquireVsCodeApi();
  // Checked boundary: the host writes the table into the page, typed as ChatStrings.
  const strings = JSON.parse(root.dataset.strings ?? '{}') as ChatStrings;
  const post = (message: ToHost) => editor.postMessage(message);
  const answers = new AnswerCache(strings);
  let model: Model = emptyModel;

  /** Drawn before the first word with the host: the page shows something as soon as it runs. */
  const first: unknown = JSON.parse(root.dataset.state ?? 'null');
  // Checked boundary: the host writes its state into the page, typed as ChatState.
  if (first) model = received(model, { kind: 'state', state: first as ChatState });

  const schedule = paintScheduler(paint, {
    now: () => performance.now(),
    later: (run, milliseconds) => setTimeout(() => requestAnimationFrame(run), milliseconds),
  });
  const change = (next: Model) => {
    model = next;
    schedule();
  };
  const transcript = () => document.getElementById('transcript');
  const scroll = stickyScroll(transcript, schedule);
  const inSight = turnWindow({ transcript, isAtEnd: () => scroll.isAtEnd(), changed: schedule });
  const code = codeActions(post, strings);
  const box = composing({
    box: () => document.querySelector<HTMLTextAreaElement>('#question') ?? undefined,
    model: () => model,
    strings,
    post,
    notice: (text) => change({ ...model, notice: text }),
    show: (mentions) => change({ ...model, mentions }),
    addChips: ({ chips }) => setChips(chips.reduce<Model['chips']>((all, chip) => withChip(all, chip), model.chips)),
    cancelEdit: () => actions.cancelEdit(),
    remembered: editor,
  });
  const setChips = (chips: Model['chips']) => {
    change({ ...model, chips, notice: undefined });
    post({ kind: 'setChips', chips });
    box.focus();
  };
  const actions: PageActions = {
    ...box.actions,
    ...postingActions(post),
    addChip: (chip) => setChips(withChip(model.chips, chip)),
    removeChip: (chip) => setChips(widened(model.chips, chip, model.folders)),
    edit(turn) {
      change({ ...model, editing: turn.id });
      if (turn.chips.length > 0) setChips(turn.chips);
      box.write(turn.question);
    },
    cancelEdit() {
      change({ ...model, editing: undefined });
      box.write('');
    },
    ask: (question) => box.ask(question),
    openNext: (isNextOpen) => change({ ...model, isNextOpen }),
    copyAnswer: (turn, button) => code.copyText(turn.text, button),
    jumpToLatest: () => {
      scroll.toEnd();
      box.focus();
    },
  };

  function paint(): void {
    const segments = inSight.segments(model.turns);
    render(page(model, { strings, actions, answers, segments, isAway: scroll.isAway() }), root);
    answers.keepOnly(new Set(segments.flatMap((segment) => rowIds(model, segment))));
    box.painted();
    scroll.painted();
    inSight.painted();
  }

  window.addEventListener(answersEvent, ({ detail }) => {
    answers.drawWith(detail);
    schedule();
  });
  window.addEventListener('message', (event: MessageEvent<ToWebview>) => {
    const message = event.data;
    if (message.kind === 'acted') {
      code.acted(message.key, message.isDone);
      // What was told of an earlier press does not stand above one that worked.
      if (message.isDone && model.notice !== undefined) change({ ...model, notice: undefined });
    } else if (message.kind === 'focus') box.focus();
    else if (message.kind === 'reveal') reveal(root, message.turn, message.index);
    else if (message.kind === 'stepCode') stepCode(root, message.way);
    else {
      const begun = model.turns.length;
      change(received(model, message));
      if (message.kind === 'state') scroll.begin(message.state.turns[0]?.id);
      // Also a question that a command asked.
      else if (model.turns.length > begun) scroll.toLastTurn();
    }
  });
  root.addEventListener('click', (event) => clicked(event, post, code));
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) box.actions.pressed(event);
  });

  paint();
  loadAnswers(root.dataset.answers ?? '', document.currentScript?.nonce ?? '');
  post({ kind: 'ready' });
}

/** What is only told to the host. */
function postingActions(post: (message: ToHost) => void) {
  return {
    askForHelpers: (turn) => post({ kind: 'helpers', turn }),
    pauseIndex: (isPaused) => post({ kind: 'pauseIndex', isPaused }),
    cancelIndex: () => post({ kind: 'cancelIndex' }),
    addContext: () => post({ kind: 'addContext' }),
    stop: () => post({ kind: 'stop' }),
    openSource: (turn, list, index) => post({ kind: 'openSource', turn, list, index }),
    retry: (turn) => post({ kind: 'retry', turn }),
    answerBuiltIn: (turn) => post({ kind: 'retry', turn, builtIn: true }),
    chooseModel: () => post({ kind: 'chooseModel' }),
    consent: (choice) => post({ kind: 'consent', choice }),
    takeOffer: (isTaken) => post({ kind: 'offered', isTaken }),
    copyRequest: (turn) => post({ kind: 'copyRequest', turn }),
    openConversation: (conversation) => post({ kind: 'openConversation', conversation }),
  } satisfies Partial<PageActions>;
}

/** A link, a citation, or a button of a code block: they stand in sanitised Markdown, so they cannot hold listeners. */
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

/** The source that was opened is marked in its list. */
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
if (root) start(root);
