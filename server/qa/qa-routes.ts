import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiFailure } from '../http/failure.ts';
import { escapeHtml, renderHtmlPage } from '../http/docs/docs-page.ts';
import { isNavigation } from '../http/files/static-app.ts';
import { requireLocalHostname } from '../http/local-requests.ts';
import type { Services } from '../services.ts';
import { AdjustableClock } from './adjustable-clock.ts';
import { NetworkFaults, networkFaults, requestClasses, switches } from './network-faults.ts';

/** Path of the panel. */
export const QA_PATH = '/dev/qa';

/**
 * `/dev/qa`: the QA panel, with the device's documents, the last requests, and switches for the network and the
 * clock. It doesn't exist in production, and is served only under a local host name. It must be registered before all
 * other hooks.
 */
export function registerQaPanel(
  app: FastifyInstance,
  { environment, clock }: Pick<Services, 'environment' | 'clock'>,
): void {
  if (environment.mode === 'production') return;
  const faults = new NetworkFaults();
  faults.register(app);
  const options = { onRequest: requireLocalHostname };
  app.get(QA_PATH, options, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderPanel()),
  );
  for (const [path, source] of Object.entries(scripts)) {
    app.get(path, options, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(stripTypes(source)),
    );
  }
  if (environment.qaShortcut) addAppScript(app);
  app.get(`${QA_PATH}/switches`, options, () => ({ data: faults.current }));
  app.get(`${QA_PATH}/requests`, options, () => ({ data: faults.requests.toReversed() }));
  app.put(`${QA_PATH}/switches`, options, ({ body }) => {
    const { success, output } = v.safeParse(switches, body);
    if (!success) throw new ApiFailure('invalid_input');
    faults.current = output;
    if (clock instanceof AdjustableClock) clock.offsetMs = output.clockOffsetMs;
    return { data: faults.current };
  });
}

const APP_SCRIPT = `${QA_PATH}/app.js`;
/** Scripts by path, with their sources. */
const scripts = { [`${QA_PATH}/panel.js`]: 'panel.ts', [APP_SCRIPT]: 'app-script.ts' };

/** Returns a script from this folder as JavaScript. */
function stripTypes(source: string): string {
  return stripTypeScriptTypes(readFileSync(new URL(source, import.meta.url), 'utf8'));
}

/** Request headers that could make the page compressed, or served from the browser's cache without the script. */
const pageHeaders = ['accept-encoding', 'if-none-match', 'if-modified-since'];

/** Adds a script to the app's page, even to the copy that the service worker stores. The build contains no QA code. */
function addAppScript(app: FastifyInstance): void {
  const isPage = (request: FastifyRequest) =>
    isNavigation(request) || /^\/(index\.html)?($|\?)/.test(request.url);
  app.addHook('onRequest', async (request) => {
    if (isPage(request)) for (const name of pageHeaders) delete request.raw.headers[name];
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const isHtml = String(reply.getHeader('content-type')).startsWith('text/html');
    if (!isHtml || !(payload instanceof Readable) || !isPage(request)) return payload;
    for (const name of ['content-length', 'etag', 'last-modified']) reply.removeHeader(name);
    const page = await text(payload);
    return page.replace('</head>', `<script type="module" src="${APP_SCRIPT}"></script></head>`);
  });
}

const faultTitles: Record<(typeof networkFaults)[number], string> = {
  none: 'Works',
  offline: 'Offline',
  '2g': 'Slow (2G)',
  '503': '503, retry in 5 s',
  '429': '429, retry in 5 s',
  response_lost: 'Response lost after commit',
  truncated: 'Response truncated',
  captive_portal: 'HTML of a captive portal',
};
const classTitles: Record<(typeof requestClasses)[number], string> = {
  reads: 'API, reading',
  writes: 'API, writing',
  files: 'Files and photos',
  live: 'Live events',
  app: 'App files',
};

function renderPanel(): string {
  const options = networkFaults
    .map((name) => `<option value="${name}">${escapeHtml(faultTitles[name])}</option>`)
    .join('');
  const selects = requestClasses
    .map(
      (name) =>
        `<p><label>${escapeHtml(classTitles[name])} <select name="${name}">${options}</select></label></p>`,
    )
    .join('\n');
  return renderHtmlPage(
    'QA panel',
    `<h1>QA panel</h1>
<p>Open the app in another tab of this browser. Alt+Shift+Q or <code>?qa</code> opens this page again. <a href="/" target="_blank" rel="noopener">Open the app</a></p>
<form id="switches"><h2>Network</h2>
<p><label>All requests <select name="all"><option value="">Separate settings</option>${options}</select></label></p>
${selects}
<h2>Clock</h2>
<p><label>Server ahead of this device by <input name="clock" type="number" step="1" value="0"> minutes</label></p></form>
<p id="status" role="status"></p>
<h2>Unsent work</h2><div id="outbox"></div>
<h2>Attempts to send</h2><div id="tries"></div>
<h2>Sync log of open tabs</h2><div id="events">None</div>
<h2>Documents</h2><div id="documents"></div>
<h2>Last requests</h2><div id="requests"></div>
<h2>Storage</h2><div id="storage"></div>
<p><label>Fill with <input id="fill-size" type="number" min="1" max="4096" value="100"> MB</label>
<button type="button" id="fill">Fill the storage</button> <button type="button" id="free">Free it</button></p>
<p><button type="button" id="export">Export a report</button> <button type="button" id="refresh">Refresh</button></p>`,
    `<script type="module" src="${QA_PATH}/panel.js"></script>`,
  );
}
