/** Which keys decrypt stored secrets, and for which owner. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Sealer } from '../../../../src/bot/store/installations/sealer.ts';

const [first, second] = [key(), key()];

describe('Sealer', () => {
  it('decrypts what it encrypted, and hides the plaintext', () => {
    const sealed = new Sealer([first]).seal('xoxb-1', 'T1');
    expect(sealed).not.toContain('xoxb');
    expect(new Sealer([first]).open(sealed, 'T1')).toEqual({ text: 'xoxb-1', isCurrent: true });
  });

  it('encrypts the same text differently each time', () => {
    const sealer = new Sealer([first]);
    expect(sealer.seal('xoxb-1', 'T1')).not.toBe(sealer.seal('xoxb-1', 'T1'));
  });

  it('decrypts with any key of the list, and reports which texts are not encrypted with the newest', () => {
    const sealed = new Sealer([first]).seal('xoxb-1', 'T1');
    expect(new Sealer([second, first]).open(sealed, 'T1')).toEqual({ text: 'xoxb-1', isCurrent: false });
  });

  it('decrypts nothing without its key, for another owner, or after tampering', () => {
    const sealed = new Sealer([first]).seal('xoxb-1', 'T1');
    expect(new Sealer([second]).open(sealed, 'T1')).toBeUndefined();
    expect(new Sealer([first]).open(sealed, 'T2')).toBeUndefined();
    const at = sealed.length - 3;
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    expect(new Sealer([first]).open(changed, 'T1')).toBeUndefined();
    expect(new Sealer([first]).open(sealed.slice(0, 30), 'T1')).toBeUndefined();
    expect(new Sealer([first]).open('xoxb-in-the-clear', 'T1')).toBeUndefined();
  });
});

function key(): string {
  return randomBytes(32).toString('base64');
}
