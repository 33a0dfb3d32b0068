/** The service of a team, which `cli.ts` reads for `quarry team` alone: a bundle of its own. */
export { run } from './team/commandLine';
