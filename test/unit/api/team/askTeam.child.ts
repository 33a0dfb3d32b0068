/** Asks the team's service at the given address who the token speaks for: certificates are trusted by a process as a whole. */
import { createTeamClient, teamAddress } from '../../../../src/contract/teamClient';

try {
  const client = createTeamClient({ ...teamAddress(process.argv[2] ?? ''), token: 'secret' });
  console.log(JSON.stringify(await client.me({})));
} catch (error) {
  console.log(JSON.stringify(error instanceof Error ? error.message : String(error)));
}
