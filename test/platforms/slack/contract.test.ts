/** The Slack adapter keeps the contract of a platform, against the simulated workspace, however its events come. */
import { platformContract } from '../contract/contract.ts';
import { openSlackWorld } from './world.ts';

platformContract('Slack in Socket Mode', () => openSlackWorld(), true);

platformContract('Slack over HTTP', () => openSlackWorld({ http: true }), true);
