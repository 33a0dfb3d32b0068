/** A running answer: sends the question over the stream, processes its frames, and can be stopped. */
import * as vscode from 'vscode';
import type { QuerySpace } from '../../chat/chips';
import { isRunning, type Naming, type Turn, withFrame } from '../../chat/turns';
import { createQueue } from '../../contract/queue';
import type { QGPTStreamInput, QGPTStreamOutput } from '../../contract/schemas/qgpt';
import { builtInKey } from '../settings';
import { sentenceOf, type ChatHost } from './host';

/** Longest wait for the service to confirm a stop. */
const stopPatienceMilliseconds = 2000;

interface AnswerNews {
  /** Reports the conversation that the service stored the turn in. */
  conversation(id: string): void;
  turn(turn: Turn): void;
  /** Reports text that was appended. */
  text(turn: Turn, added: string): void;
}

interface AnswerQuestion {
  turn: Turn;
  space: QuerySpace;
  conversation: string | undefined;
  naming: Naming;
  /** True to use the built-in answerer whichever model is chosen. */
  isBuiltIn: boolean;
}

export class ChatAnswer {
  /** Messages to send on the stream while it runs. */
  readonly #outbox = createQueue<QGPTStreamInput>();
  readonly #abort = new AbortController();
  #turn: Turn;
  #isStopping = false;
  #lastFrame: QGPTStreamOutput | undefined;

  constructor(
    private readonly host: ChatHost,
    private readonly question: AnswerQuestion,
    private readonly news: AnswerNews,
  ) {
    this.#turn = question.turn;
  }

  /** @returns the finished turn; never throws, because a failed answer is shown in its place */
  async run(): Promise<Turn> {
    try {
      await this.#send();
      for await (const frame of this.host.api.qgptStream(this.#outbox.items(), this.#abort.signal)) {
        this.#take(frame);
        if (!isRunning(this.#turn)) break;
      }
      if (isRunning(this.#turn)) this.#end(vscode.l10n.t('The connection ended before the answer was complete.'));
    } catch (error) {
      if (!this.#isStopping) this.host.log.error(`An answer failed: ${String(error)}`);
      this.#end(sentenceOf(error));
    } finally {
      this.#outbox.end();
    }
    return this.#turn;
  }

  async #send(): Promise<void> {
    const { turn, space, conversation, isBuiltIn } = this.question;
    const { database, ...parts } = space;
    if (!isBuiltIn && this.host.models.current().key !== builtInKey) {
      this.#turn = { ...this.#turn, isByModel: true };
      this.news.turn(this.#turn);
    }
    const model = isBuiltIn ? builtInKey : await this.host.models.prepare();
    const embedder = await this.host.models.prepareRanking();
    this.#outbox.put({
      request: turn.id,
      ...(conversation !== undefined && { conversation }),
      relevance: {
        query: turn.question,
        model,
        ...parts,
        options: {
          question: true,
          explain: true,
          ...(embedder !== undefined && { embedder }),
          ...(database && { database }),
        },
      },
    });
  }

  /** Stops the answer and keeps the text received so far. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const conversation = this.#lastFrame?.conversation ?? this.question.conversation;
    this.#outbox.put({ request: this.#turn.id, ...(conversation !== undefined && { conversation }), stop: true });
    setTimeout(() => this.#abort.abort(), stopPatienceMilliseconds).unref();
  }

  #take(frame: QGPTStreamOutput): void {
    if (frame.conversation && frame.conversation !== this.#lastFrame?.conversation) {
      this.news.conversation(frame.conversation);
    }
    this.#lastFrame = frame;
    const before = this.#turn;
    this.#turn = withFrame(before, frame, this.question.naming);
    const added = this.#turn.text.slice(before.text.length);
    if (isTextOnly(frame)) this.news.text(this.#turn, added);
    else this.news.turn(this.#turn);
  }

  /** Ends the answer when the stream closes without a final frame. */
  #end(reason: string): void {
    this.#turn = this.#isStopping
      ? { ...this.#turn, state: 'stopped' }
      : { ...this.#turn, state: 'failed', error: reason };
    this.news.turn(this.#turn);
  }
}

function isTextOnly(frame: QGPTStreamOutput): boolean {
  return frame.status === 'IN-PROGRESS' && !frame.relevance && !frame.question?.answers.iterable[0]?.citations;
}
