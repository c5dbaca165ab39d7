/** Every pure function of ours that reads text of others: each must take time in proportion to the text. */
import { botReaders } from './bot-readers.ts';
import type { Readers } from './reader.ts';
import { sandboxReaders } from './sandbox-readers.ts';
import { serviceReaders } from './service-readers.ts';

export const readers: Readers = { ...botReaders, ...serviceReaders, ...sandboxReaders };
