/** Runs the platform contract against the adapter with the real discord.js. */
import { platformContract } from '../contract/contract.ts';
import { openDiscordWorld } from './world.ts';

platformContract('Discord', () => openDiscordWorld(), true);
