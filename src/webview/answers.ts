/**
 * Entry of the page's second script: Markdown and code highlighting, most of the page's code. It is loaded after the
 * first paint, so that the question box appears without waiting for it.
 */
import { AnswerNodes } from './markdown/blocks';
import { answersEvent, type MakeAnswer } from './answersEvent';

const makeAnswer: MakeAnswer = (strings) => new AnswerNodes(strings);
window.dispatchEvent(new CustomEvent(answersEvent, { detail: makeAnswer }));
