/** Pictures in a message, as sent and as read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxPictureBytes, picturesIn, pictureTypeOf, toFilePart } from '../../../src/kit/wire/pictures.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const base64 = png.toString('base64');
const picture = { name: 'a.png', mediaType: 'image/png', base64 };
const sized = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]).toString('base64');

describe('a picture', () => {
  it('is read as it was sent, or from its data', () => {
    expect(picturesIn([{ type: 'text', text: 'Why?' }, toFilePart(picture)])).toEqual({
      pictures: [picture],
      unread: 0,
    });
    expect(picturesIn([{ type: 'file', mediaType: 'image/png', filename: 'a.png', data: base64 }])).toEqual({
      pictures: [picture],
      unread: 0,
    });
  });

  it.each([
    ['image/png', '89504e470d0a1a0a'],
    ['image/jpeg', 'ffd8ffe000104a46'],
    ['image/gif', '474946383961'],
    ['image/webp', '524946460000000057454250'],
    [undefined, '3c73766720786d6c6e733d'],
    [undefined, ''],
  ])('is known by its bytes: %s', (type, hex) => {
    expect(pictureTypeOf(Buffer.from(hex, 'hex'))).toBe(type);
  });

  it.each([
    ['an address elsewhere', { url: 'http://169.254.169.254/latest/meta-data' }],
    ['a file of another kind', { mediaType: 'image/png', data: Buffer.from('<svg>').toString('base64') }],
    ['text that is not base64', { url: `data:image/png;base64,${base64}\u0000` }],
    ['more bytes than all may have', { data: sized(maxPictureBytes + 3) }],
    ['nothing', {}],
  ])('is not read if it is %s', (_, fields) => {
    expect(picturesIn([{ type: 'file', ...fields }])).toEqual({ pictures: [], unread: 1 });
  });

  it('is one of three at most, together as large as one may be', () => {
    const many = (bytes: number, count: number) => picturesIn(Array(count).fill({ type: 'file', data: sized(bytes) }));
    expect(many(100, 5)).toMatchObject({ pictures: { length: 3 }, unread: 2 });
    expect(many(maxPictureBytes * 0.6, 2)).toMatchObject({ pictures: { length: 1 }, unread: 1 });
  });

  it('counts as read or unread, whatever a part is', () => {
    const part = fc.oneof(
      fc.anything(),
      fc.record({ type: fc.constant('file'), url: fc.string(), data: fc.anything() }),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const { pictures, unread } = picturesIn(parts);
        expect(pictures.length + unread).toBeLessThanOrEqual(parts.length);
      }),
    );
  });
});
