import { describe, expect, test } from 'vitest';
import { isHtmlPage } from '../../../../src/service/content/formats/formats.ts';
import { htmlToMarkdown } from '../../../../src/service/content/formats/html.ts';
import { readDocs } from '../../../../src/service/content/pages.ts';
import { docsFolder } from '../../folder.ts';

function markdown(html: string): string {
  const text = htmlToMarkdown(`<!doctype html><html><body>${html}</body></html>`);
  if ('reason' in text) throw new Error(text.reason);
  return text.markdown;
}

test.each([
  [
    'paragraphs and what is in them',
    '<p>Pull <b>the <b>cord</b></b>,\n <em>then</em> wait.<p>Next',
    'Pull **the cord**, *then* wait.\n\nNext',
  ],
  [
    'characters that Markdown would read',
    '<p>*a* [b] &lt;c&gt; snake_case _d_ `e`</p><p>1. f</p><p># g',
    '\\*a\\* \\[b\\] \\<c> snake_case \\_d\\_ \\`e\\`\n\n1\\. f\n\n\\# g',
  ],
  [
    'links',
    '<p><a href="a b.html#c(d)">See <code>x</code></a>, <a href="javascript:go()">here</a>',
    '[See `x`](a%20b.html#c%28d%29), here',
  ],
  [
    'code in a line',
    '<p><code>a `b` c</code> and <code><a href="x.html">x()</a></code>',
    '`` a `b` c `` and [`x()`](x.html)',
  ],
  [
    'lists in lists',
    '<ol start=3><li>One<ul><li>a<li>b</ul><li><p>Two</p><pre>x\ny</pre></ol>',
    '3. One\n   - a\n   - b\n4. Two\n\n   ```\n   x\n   y\n   ```',
  ],
  [
    'definition lists',
    '<dl><dt>Cord</dt><dd>A rope.</dd><dt><code>-x</code><dd><p>One</p><p>Two</p></dl>',
    '- **Cord**: A rope.\n- `-x`: One\n\n  Two',
  ],
  ['quotes', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
  ['what can be opened', '<details><summary>More</summary><p>a</p></details>', '**More**\n\na'],
  ['formulas', '<p>So <math><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math>.', 'So $x^2$.'],
  [
    'tables',
    '<table><caption>Sizes</caption><tr><th>A<th>B<tr><td rowspan=2>1 | 2<td><p>x</p><p>y</p><tr><td>z</table>',
    '**Sizes**\n\n| A | B |\n| --- | --- |\n| 1 \\| 2 | x y |\n| 1 \\| 2 | z |',
  ],
  ['tables without a head', '<table><tr><td>a<td>b</table>', '|  |  |\n| --- | --- |\n| a | b |'],
  [
    'tables that arrange',
    '<table><tr><td><h2>A</h2><p>b</p><td><pre>c\nd</pre></table>',
    '## A\n\nb\n\n```\nc\nd\n```',
  ],
])('%s become Markdown', (_, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test.each([
  [
    'of Sphinx',
    '<section id="cord"><h2>Cord<a class="headerlink" href="#cord">¶</a></h2></section>',
    '## Cord {#cord}',
  ],
  ['of the heading', '<h2 id="cord">Cord</h2>', '## Cord {#cord}'],
  ['in the heading', '<h3><a name="cord"></a>Cord</h3>', '### Cord {#cord}'],
  ['before the heading', '<p>a</p><a id="cord"></a><h2>Cord</h2>', 'a\n\n## Cord {#cord}'],
  [
    'of a class and its methods',
    '<dl class="py class"><dt class="sig" id="kite.Cord"><em>class</em> kite.Cord<a class="headerlink" href="#kite.Cord">¶</a></dt><dd><p>A rope.</p><dl><dt class="sig" id="kite.Cord.pull">pull()</dt><dd>Pulls.</dd></dl></dd></dl>',
    '## class kite.Cord {#kite.Cord}\n\nA rope.\n\n### pull() {#kite.Cord.pull}\n\nPulls.',
  ],
])('anchors %s are kept', (_, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test.each([
  ['HTML 5', '<pre><code class="language-sh">a | b</code></pre>', 'sh', 'a | b'],
  [
    'Sphinx',
    '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span><b>import</b> x\n</pre></div></div>',
    'python',
    'import x',
  ],
  ['pandoc', '<pre class="sourceCode r"><code class="sourceCode r">x &lt;- 1</code></pre>', 'r', 'x <- 1'],
  [
    'Rouge, with numbers',
    '<div class="language-ruby highlighter-rouge"><table class="rouge-table"><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table></div>',
    '',
    'a\nb',
  ],
  [
    'Docusaurus',
    '<pre class="language-js"><code><span class="token-line">a<br></span><span class="token-line">b<br></span></code></pre>',
    'js',
    'a\nb',
  ],
  ['Doxygen', '<div class="fragment"><div class="line">a();</div><div class="line">b();</div></div>', '', 'a();\nb();'],
])('code of %s keeps its lines and its language', (_, html, language, code) => {
  expect(markdown(html)).toBe(`\`\`\`${language}\n${code}\n\`\`\``);
});

test.each([
  [
    'Sphinx',
    '<div class="admonition warning"><p class="admonition-title">Mind</p><p>Hot.</p><ul><li>a</ul></div>',
    '**Mind:** Hot.\n\n- a',
  ],
  [
    'Docusaurus',
    '<div class="theme-admonition theme-admonition-tip"><div class="admonitionHeading_x1">tip</div><div><p>Pull.</p></div></div>',
    '**tip:** Pull.',
  ],
  [
    'VitePress',
    '<div class="warning custom-block"><p class="custom-block-title">WARNING</p><p>Hot.</p></div>',
    '**WARNING:** Hot.',
  ],
  [
    'Asciidoctor',
    '<div class="admonitionblock note"><table><tr><td class="icon"><div class="title">Note</div></td><td class="content">Hot.</td></tr></table></div>',
    '**Note:** Hot.',
  ],
])('notes of %s have their label', (_, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test('the content of a tab follows its name', () => {
  const html =
    '<div><ul role="tablist"><li role="tab">npm</li><li role="tab">pnpm</li></ul><div role="tabpanel">a</div><div role="tabpanel" hidden>b</div></div>';
  expect(markdown(html)).toBe('**npm**\n\na\n\n**pnpm**\n\nb');
});

test('navigation, scripts, forms, buttons and pictures are left out', () => {
  const html =
    '<header><a href="/">Kites</a></header><nav>a</nav><div role="search">b</div><main><ul class="breadcrumbs"><li>c</ul><h1>Winch</h1><p>Pull.<img src="data:image/png;base64,AAAA" alt="d"><script>e</script><button>f</button></p><form><input value="g">h</form></main><aside>i</aside><footer>j</footer>';
  expect(markdown(html)).toBe('# Winch\n\nPull.');
});

describe('a page', () => {
  test('has the title of its only heading of level 1, else that of the window', async () => {
    const page = (title: string, body: string): string => `<!doctype html><title>${title}</title><main>${body}</main>`;
    const { pages } = await readDocs(
      docsFolder({
        'a.html': page('A — Kites', '<h1>Winches</h1><p>Pull.'),
        'b.html': page('Cords | Kites', '<h2>One</h2><p>Tie.'),
        'sub/index.html': page('Sub', '<p>See <a href="../a.html#x">the winch</a>.'),
      }),
    );
    expect(pages.map(({ path, title }) => [path, title])).toEqual([
      ['/a.html', 'Winches'],
      ['/b.html', 'Cords'],
      ['/sub', 'Sub'],
    ]);
    expect(pages[2]?.sections[0]?.blocks[0]?.text).toBe('See [the winch](/a.html#x).');
  });

  test.each([
    ['E - Editions', 'E - Editions', '<header><h1>E - Editions</h1></header><main><p>a', ''],
    ['E - Editions', 'E - Editions', '<main><h1>E - Editions</h1><p>a<h1>Notes</h1><p>b', 'Kites'],
    ['E - Editions', 'E - Editions', '<main><p>a', ''],
    ['E - Editions', 'E - Editions - Kites', '<main><p>a', 'Kites'],
    ['Install', 'Install | Kites', '<main><p>a', ''],
    ['Install', 'Install — Kites', '<main><p>a', 'Kites'],
    ['Install', 'Kites - Install', '<main><p>a', 'Kites'],
    ['Install', 'Kites - Install', '<main><h1>Install</h1><p>a<h1>Notes</h1><p>b', ''],
    [
      'Install',
      'Kites | Install',
      '<header><h1>Install<a class="headerlink" href="#x">¶</a></h1></header><main><p>a',
      '',
    ],
    ['Install', 'Install | Kites', '<header><h1><a href="/">Kites</a></h1></header><main><p>a', ''],
    ['Install', 'Install - Kites', '<header><h1>Kites</h1></header><main><p>a', 'Kites'],
    ['Kites', 'Kites', '<header><h1>Kites</h1></header><main><p>a', 'Kites'],
    ['Kites :: Cords', 'Kites :: Cords', '<main><h1>Kites :: Cords</h1><p>a<h1>Notes</h1><p>b', ''],
  ])('is called %j in the window title %j with %j on the site %j', (name, title, body, site) => {
    const meta = site === '' ? '' : `<meta property="og:site_name" content="${site}">`;
    expect(htmlToMarkdown(`<!doctype html><title>${title}</title>${meta}${body}`)).toMatchObject({ title: name });
  });

  test('that is nested without end is named, and the others are served', async () => {
    const { pages, problems } = await readDocs(
      docsFolder({
        'a.html': `<!doctype html>${'<div>'.repeat(50_000)}`,
        'b.html': `<!doctype html>${Array.from({ length: 5_000 }, (_, at) => `<p><b id=${at}>x`).join('')}`,
        'c.md': '# C',
      }),
    );
    expect(pages.map(({ path }) => path)).toEqual(['/c']);
    expect(problems).toEqual([
      { file: 'a.html', reason: 'Its HTML is nested too deeply.' },
      { file: 'b.html', reason: expect.stringMatching(/nested too deeply|too many elements/) },
    ]);
  });

  test('of Jekyll may begin with front matter, and has its own text alone', async () => {
    const { pages } = await readDocs(
      docsFolder({
        '_config.yml': 'title: Kites\n',
        'winch.html': '---\ntitle: Winch\n---\n<p>Pull{% if x %} the{% endif %} {{ site.cord }} cord.</p>',
        'index.md': '# Home',
      }),
    );
    expect(pages.map(({ path, title, sections }) => [path, title, sections[0]?.blocks[0]?.text])).toContainEqual([
      '/winch.html',
      'Winch',
      'Pull the cord.',
    ]);
  });
});

test.each([
  ['<!DOCTYPE html><html>', 'a.html', true],
  ['---\ntitle: A\n---\n<p>a', 'a.html', true],
  ['<div>{{ content }}</div>', 'a.html', false],
  ['<!doctype html><html>', 'genindex.html', false],
  ['<!doctype html><html>', 'api/class-use/A.html', false],
  ['<html><meta http-equiv="refresh" content="0; url=b.html">', 'a.html', false],
  ['<html><frameset>', 'index.html', false],
])('whether %j in %s is a page: %s', (head, file, expected) => {
  expect(isHtmlPage(head, file)).toBe(expected);
});

test('quotes in quotes end at some depth, so that the text does not grow with it', () => {
  const text = markdown(`${'<blockquote>'.repeat(200)}${'<p>a'.repeat(10)}`);
  expect(text.split('\n')[0]).toBe(`${'> '.repeat(10)}a`);
});

test('a table with too many columns is counted', () => {
  const text = htmlToMarkdown(`<table><tr>${'<td>a</td>'.repeat(51)}</tr></table>`);
  expect(text).toMatchObject({ dropped: ['<table> with 51 columns'] });
});
