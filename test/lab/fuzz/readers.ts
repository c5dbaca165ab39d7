/** Every pure function that reads text from others. Each must take linear time. */
import { botReaders } from './bot-readers.ts';
import type { Readers } from './reader.ts';
import { sandboxReaders } from './sandbox-readers.ts';
import { serviceReaders } from './service-readers.ts';

export const readers: Readers = { ...botReaders, ...serviceReaders, ...sandboxReaders };
