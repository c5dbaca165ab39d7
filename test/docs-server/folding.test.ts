import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedCode, maxCodeChars } from '../../src/docs-server/folding.ts';

const kettle = `import { Kettle, Lamp } from 'kettle';
import { readings } from './readings';

export function boil() {
  const lamp = new Lamp({
    colour: 'red',
    blinking: true,
  });

  const kettle = new Kettle({
    litres: 1.7,
    onBoil: () => {
      lamp.off();
      readings.push('it boiled');
    },
  });

  for (const reading of readings) {
    console.log('a reading that was taken before', reading);
    console.log('and what it says in other words', reading);
  }

  return kettle.start();
}`;

test('short code stays as it is', () => {
  expect(foldedCode('boil();', ['lamp'])).toBe('boil();');
});

test('long code is folded to the lines that say what was asked, inside what opens and closes them', () => {
  expect(foldedCode(kettle, ['litres', 'onboil'])).toBe(`…

export function boil() {
  const lamp = new Lamp({
    …
  });

  const kettle = new Kettle({
    litres: 1.7,
    onBoil: () => {
      lamp.off();
      readings.push('it boiled');
    },
  });

  …
  return kettle.start();
}`);
});

test('a line of the body goes before an import that says the same', () => {
  expect(foldedCode(kettle, ['readings'])).toContain("readings.push('it boiled');");
});

test('code that says nothing of what was asked shows its beginning', () => {
  const folded = foldedCode(kettle, ['bluetooth']);
  expect(folded).toMatch(/^import \{ Kettle, Lamp \} from 'kettle';\n/);
  expect(folded).toMatch(/\n\s*…/);
});

test('folded code is short, in order, and invents nothing', () => {
  const line = fc.constantFrom('a({', '  b: 1,', '});', '', '  c();', 'd', '    deep: [', '    ],', 'long '.repeat(40));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.subarray(['a(', 'b:', 'deep', 'long']), (lines, words) => {
      const code = lines.join('\n');
      const shown = foldedCode(code, words).split('\n');
      let from = 0;
      for (const each of shown.filter((text) => text.trim() !== '…')) {
        const at = lines.indexOf(each, from);
        expect(each === '' || at >= from).toBe(true);
        from = Math.max(from, at + 1);
      }
      if (code.length > maxCodeChars)
        expect(shown.filter((text) => text.trim() !== '…').join('').length).toBeLessThanOrEqual(maxCodeChars);
    }),
  );
});
