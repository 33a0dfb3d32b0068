/**
 * Entry of the page's second script: Markdown and highlighted code, six sevenths of the page's text. It comes after the
 * first paint, so that the box stands before anything is read that only an answer needs.
 */
import { AnswerNodes } from './markdown/blocks';
import { answersEvent, type MakeAnswer } from './answersEvent';

const makeAnswer: MakeAnswer = (strings) => new AnswerNodes(strings);
window.dispatchEvent(new CustomEvent(answersEvent, { detail: makeAnswer }));
