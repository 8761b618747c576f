// One peer that runs under Node: a page's path in, its answer and what it cost out, as JSON lines (see worker.py).
//
// `node peer_worker.mjs FOLDER NAME FORM`: the packages lie in FOLDER/node_modules; FORM is "text" (one line a block),
// "markup" (the Markdown that the peer writes) or "html" (the HTML that it is written from). The clock stands around the
// call alone: bytes in, answer out. Nothing is fetched: scripts are not run and the fetching extractors of defuddle are off.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [folder, name, form] = process.argv.slice(2);
const require = createRequire(join(folder, 'package.json'));
const BLOCKS = new Set(
  ('address article aside blockquote br dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section table ' +
    'tbody td th thead tr ul').split(' ')
);
const WARM_UP = `<html><head><title>Looms</title></head><body><article><h1>Looms</h1>${'<p>The warp is fixed, and the weft runs through it from side to side.</p>'.repeat(5)}</article></body></html>`;

function linesOf(document, markup) {
  // The text of an answer that is markup, one line a block so that words are not glued.
  const root = document.createElement('div');
  root.innerHTML = markup ?? '';
  const parts = [];
  const waiting = [root];
  while (waiting.length) {
    const node = waiting.pop();
    if (typeof node === 'string') parts.push(node);
    else if (node.nodeType === 3) parts.push(node.data);
    else if (node.nodeType === 1) {
      const edge = BLOCKS.has(node.localName) ? '\n' : '';
      parts.push(edge);
      waiting.push(edge, ...Array.from(node.childNodes).reverse());
    }
  }
  return parts.join('');
}

function pageReader() {
  // Bytes to a document as a browser reads them, in the encoding that the page says.
  const { JSDOM, VirtualConsole } = require('jsdom');
  return (data, url) => new JSDOM(data, { url: url || 'http://localhost/', virtualConsole: new VirtualConsole() });
}

function decoder() {
  // Bytes to text as a browser reads them: the byte order mark, else what the page says of itself.
  const sniff = require('html-encoding-sniffer');
  const { decode } = require('whatwg-encoding');
  return (data) => decode(data, sniff(data, { defaultEncoding: 'UTF-8' }));
}

async function defuddle() {
  // On linkedom, as its own command line: on jsdom it takes four times as long.
  const { Defuddle } = await import(pathToFileURL(join(folder, 'node_modules/defuddle/dist/node.js')));
  const { parseLinkedomHTML } = require('./node_modules/defuddle/dist/utils/linkedom-compat.js');
  const decode = decoder();
  return async (data, url) => {
    const document = parseLinkedomHTML(decode(data), url);
    const answer = await Defuddle(document, url, { markdown: form === 'markup', useAsync: false });
    return form === 'text' ? linesOf(document, answer.content) : answer.content;
  };
}

async function readability() {
  const { Readability } = require('@mozilla/readability');
  const TurndownService = require('turndown');
  const { gfm } = require('turndown-plugin-gfm');
  const open = pageReader();
  const writer = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  writer.use(gfm);
  return async (data, url) => {
    const { window } = open(data, url);
    const content = new Readability(window.document).parse()?.content ?? '';
    const result =
      form === 'text' ? linesOf(window.document, content) : form === 'html' ? content : writer.turndown(content);
    window.close();
    return result;
  };
}

const LOADERS = { defuddle: ['defuddle', defuddle], 'readability.js': ['@mozilla/readability', readability] };

function peakBytes() {
  // The most memory that this process has had: the kernel's own mark, as in worker.py.
  const file = '/proc/self/status';
  if (!existsSync(file)) return 1024 * process.resourceUsage().maxRSS;
  const line = readFileSync(file, 'utf8').split('\n').find((entry) => entry.startsWith('VmHWM:'));
  return 1024 * Number(line.replace(/\D/g, ''));
}

function send(entry) {
  process.stdout.write(`${JSON.stringify(entry)}\n`);
}

async function answer(call, request) {
  const data = readFileSync(request.path);
  let text = '';
  let error = '';
  const started = process.cpuUsage();
  try {
    text = (await call(data, request.url)) ?? '';
  } catch (raised) {
    error = `${raised?.name ?? 'Error'}: ${raised?.message ?? raised}`.slice(0, 300);
  }
  const spent = process.cpuUsage(started);
  return { id: request.id, text, cpu_s: (spent.user + spent.system) / 1e6, error, peak: peakBytes() };
}

async function main() {
  console.log = console.info = console.warn = console.error; // what a peer prints must not reach the answers
  let call;
  try {
    const [packageName, load] = LOADERS[name];
    call = await load();
    await call(Buffer.from(WARM_UP), 'https://weft.example/looms').catch(() => ''); // off the clock, as in worker.py
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', packageName, 'package.json'), 'utf8'));
    send({ version, loaded: peakBytes(), error: '' });
  } catch (raised) {
    send({ version: '', loaded: 0, error: `${raised?.name ?? 'Error'}: ${raised?.message ?? raised}` });
    return;
  }
  for await (const line of createInterface({ input: process.stdin })) send(await answer(call, JSON.parse(line)));
}

await main();
