/** The adapter keeps the contract of a platform over the real discord.js. */
import { platformContract } from '../contract/contract.ts';
import { openDiscordWorld } from './world.ts';

platformContract('Discord', () => openDiscordWorld(), true);
