/**
 * The page's state: the host's state, the draft, and what is expanded; also how often the page is painted. Knows no
 * DOM.
 */
import { chipKey, isWide, type ContextChip, type MentionItem } from '../chat/chips';
import type { ChatState, ToWebview } from '../chat/messages';
import { isRunning, type Turn } from '../chat/turns';

export interface Model extends ChatState {
  /** True once the host's state is known; nothing is drawn before, to avoid flashing an empty chat. */
  isReady: boolean;
  notice: string | undefined;
  /** True when all follow-up questions are shown, not only the first. */
  isNextOpen: boolean;
  /** Id of the turn whose question is being edited in the box. */
  editing: string | undefined;
  mentions: Mentions | undefined;
  /** The turn to announce to screen readers when its answer begins or ends. */
  announcement: { turn: string; state: Turn['state'] } | undefined;
}

/** The suggestion list of an `@`. */
export interface Mentions {
  key: number;
  query: string;
  /** undefined until the host has replied. */
  items: MentionItem[] | undefined;
  chosen: number;
}

export const emptyModel: Model = {
  isReady: false,
  turns: [],
  chips: [],
  starters: [],
  recent: [],
  folders: [],
  isRestoring: false,
  index: { done: 0, total: 0, isPaused: false },
  editing: undefined,
  mentions: undefined,
  notice: undefined,
  isNextOpen: false,
  announcement: undefined,
};

/** The model after a message; unchanged turns keep their identity. */
export function received(
  model: Model,
  message: Exclude<ToWebview, { kind: 'acted' | 'focus' | 'reveal' | 'stepCode' }>,
): Model {
  switch (message.kind) {
    case 'state':
      return withState(model, message.state);
    case 'turn':
      return withTurn(model, message.turn);
    case 'text':
      return {
        ...model,
        turns: model.turns.map((turn) =>
          turn.id === message.turn ? { ...turn, text: turn.text + message.text, state: 'answering' } : turn,
        ),
      };
    case 'chips':
      return {
        ...withoutKey(model, 'offered'),
        ...{ chips: message.chips, starters: message.starters },
        ...(message.offered && { offered: message.offered }),
      };
    case 'waiting':
      return { ...withoutKey(model, 'waiting'), ...(message.waiting && { waiting: message.waiting }) };
    case 'offer':
      return { ...withoutKey(model, 'offer'), ...(message.offer && { offer: message.offer }) };
    case 'answering':
      return { ...model, answering: message.answering };
    case 'index':
      return { ...model, index: message.index };
    case 'mentions':
      return model.mentions?.key === message.key
        ? { ...model, mentions: { ...model.mentions, items: message.items, chosen: 0 } }
        : model;
    case 'notice':
      return { ...model, notice: message.text };
  }
}

function withoutKey(model: Model, key: 'waiting' | 'offer' | 'offered'): Model {
  const { [key]: _gone, ...rest } = model;
  return rest;
}

function withState(model: Model, state: ChatState): Model {
  const { waiting: _waiting, offer: _offer, offered: _offered, ...kept } = model;
  const editing = state.turns.some(({ id }) => id === model.editing) ? model.editing : undefined;
  return { ...kept, ...state, editing, isReady: true, notice: undefined };
}

function withTurn(model: Model, turn: Turn): Model {
  const known = model.turns.find((other) => other.id === turn.id);
  const turns = known ? model.turns.map((other) => (other === known ? turn : other)) : [...model.turns, turn];
  const isNews = known ? isRunning(known) && !isRunning(turn) : isRunning(turn);
  const news = { announcement: { turn: turn.id, state: turn.state }, notice: undefined, isNextOpen: false };
  return { ...model, turns, ...(isNews && news) };
}

export function runningTurn(model: Model): Turn | undefined {
  const last = model.turns.at(-1);
  return isRunning(last) ? last : undefined;
}

/** The questions that number keys ask: the visible follow-ups of the last answer, or an empty chat's starters. */
export function suggestions(model: Model): string[] {
  const last = model.turns.at(-1);
  if (!last) return model.starters;
  if (isRunning(last)) return [];
  return model.isNextOpen ? last.followUps : last.followUps.slice(0, 1);
}

/** Chips offered with one click: what is selected, and wide ones while none is chosen; others are behind the plus. */
export function offeredChips({ chips, folders, offered }: Model): ContextChip[] {
  const selected = offered && !chips.some((chip) => chipKey(chip) === chipKey(offered)) ? [offered] : [];
  if (chips.some(isWide)) return selected;
  return [
    ...selected,
    ...(folders.length > 0 ? [{ kind: 'workspace' as const }] : []),
    ...(chips.length > 0 ? [] : [{ kind: 'everything' as const }]),
  ];
}

/** Shortest time between paints, about 30 Hz: text appears fluid, and typing stays responsive in a long answer. */
const paintMilliseconds = 33;

interface PaintClock {
  now(): number;
  /** Runs before the next animation frame, after at least `milliseconds`. */
  later(run: () => void, milliseconds: number): void;
}

/**
 * Limits painting to thirty times a second, however fast an answer arrives.
 * @returns a function that requests a paint; requests before that paint are merged
 */
export function paintScheduler(paint: () => void, clock: PaintClock): () => void {
  let last = -Infinity;
  let isAskedFor = false;
  return () => {
    if (isAskedFor) return;
    isAskedFor = true;
    clock.later(
      () => {
        isAskedFor = false;
        last = clock.now();
        paint();
      },
      Math.max(0, last + paintMilliseconds - clock.now()),
    );
  };
}
