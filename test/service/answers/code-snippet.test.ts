import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedCode, maxCodeChars } from '../../../src/service/answers/code-snippet.ts';
import { expectLinear } from '../../fakes/linear.ts';

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

test('long code is shortened to the lines that match, inside the blocks that contain them', () => {
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

test('a line of code is preferred to an import that matches equally', () => {
  expect(foldedCode(kettle, ['readings'])).toContain("readings.push('it boiled');");
});

test('a line of code is preferred to a comment that matches equally, and a comment comes with the line it describes', () => {
  const others = Array.from({ length: 20 }, (_, at) => `lamp_${at} shines all the night;`).join('\n');
  const config = `# The kettle boils the water.\nkettle on;\n# The kettle boils milk.\n${others}\nkettle water;`;
  const folded = foldedCode(config, ['kettle', 'water']);
  expect(folded).toContain('kettle water;');
  expect(folded).toContain('# The kettle boils the water.\nkettle on;');
});

test('code that does not match shows its beginning', () => {
  const folded = foldedCode(kettle, ['bluetooth']);
  expect(folded).toMatch(/^import \{ Kettle, Lamp \} from 'kettle';\n/);
  expect(folded).toMatch(/\n\s*…/);
});

test('the beginning of code ends where room runs out, with open blocks closed', () => {
  const reading = '  readings.push("a long reading that nobody asked for and that takes much of the room");';
  const code = ['async function boil() {', reading, reading, reading, reading, reading, '  lamp.off();', '}'].join(
    '\n',
  );
  expect(foldedCode(code, ['bluetooth'])).toBe(`async function boil() {\n${reading}\n${reading}\n${reading}\n  …\n}`);
});

test('a line that closes one block and opens the next is followed by the end of that block', () => {
  const code = `try {
  boilTheKettleThatStandsInTheKitchen({ litres: 1.7, cups: 4, minutes: 3, colour: 'red', lid: 'open' });
  pourTheTeaOfTheMorning({ litres: 1.7, cups: 4, minutes: 3, colour: 'red', lid: 'open' });
} catch (error) {
  reportWhatWentWrongToTheOneWhoWaits({ error, colour: 'red', minutes: 3, lid: 'open' });
} finally {
  switchOffTheLampOfTheKitchenAndOfTheHall({ minutes: 3 });
}`;
  expect(foldedCode(code, ['pourtheteaofthemorning'])).toMatch(
    /\n\} catch \(error\) \{\n {2}.*\n\} finally \{\n {2}.*\n\}$/,
  );
});

test('a tag that spans many lines is closed', () => {
  const child = `    {label('${'a long label of the button '.repeat(20)}')}`;
  const code = [
    'return (',
    '  <button',
    '    onClick={boil}',
    '    disabled={boiling}',
    '  >',
    child,
    '  </button>',
    ');',
  ];
  expect(foldedCode(code.join('\n'), ['disabled'])).toBe([...code.slice(0, 5), '    …', ...code.slice(6)].join('\n'));
});

test('a comment is shown whole with the code it describes, or not at all', () => {
  const long = Array.from({ length: 8 }, (_, at) => `   * What the kettle does, said at some length: part ${at}.`);
  const code = [
    'interface Kettle {',
    '  /**',
    ...long,
    '   */',
    '  litres: number;',
    '  /**',
    '   * How hot.',
    '   */',
    `  heat: { ${'celsius: number; '.repeat(22)}};`,
    '}',
  ];
  expect(foldedCode(code.join('\n'), ['litres'])).toBe('interface Kettle {\n  …\n  litres: number;\n  …\n}');
});

test.each(['  port', '  port {', '/* port', '  * port', '  } port {'])(
  'code as long as a log, each line %j, is shortened in linear time',
  (line) =>
    expectLinear(30_000, (lines) => {
      expect(foldedCode(`${line}\n`.repeat(lines), ['port']).length).toBeLessThan(500);
    }),
);

test('shortened code is short, in order, and contains only lines of the original', () => {
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
