/** The Slack adapter fulfils the platform contract over either transport, against a simulated workspace. */
import { platformContract } from '../contract/contract.ts';
import { openSlackWorld } from './world.ts';

platformContract('Slack in Socket Mode', () => openSlackWorld(), true);

platformContract('Slack over HTTP', () => openSlackWorld({ http: true }), true);
