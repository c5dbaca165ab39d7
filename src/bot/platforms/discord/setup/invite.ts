/** The link that adds the bot to a server. */
import { neededRights } from '../connection/rights.ts';

export function inviteAddress(applicationId: string): string {
  const permissions = Object.values(neededRights).reduce((sum, right) => sum | right, 0n);
  const query = `client_id=${applicationId}&scope=bot+applications.commands&permissions=${permissions}`;
  return `https://discord.com/oauth2/authorize?${query}`;
}
