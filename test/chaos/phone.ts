import { calls } from '#schemas/api/calls.ts';
import { demoAccounts, type DemoAccountKey } from '#server/demo/accounts.ts';
import type { KeyValue } from '#sync/ports.ts';
import type { Token } from '#schemas/session.ts';
import { createSession, type Session } from '#sync/http/session.ts';
import { createTransport, type Transport } from '#sync/http/transport.ts';
import { waitForNewest } from '#test/e2e-fixtures/club.ts';
import { type FaultProxy, startFaultProxy } from '#test/sync/fault-proxy.ts';
import { openPage, type Page } from './page.ts';

/** A person's phone: persistent data, network and pages. */
export interface Phone {
  readonly accountKey: DemoAccountKey;
  readonly proxy: FaultProxy;
  /** Null for a closed page. */
  readonly pages: (Page | null)[];
  /** Clock error in milliseconds. */
  clockOffset: number;
  open(index: number): Promise<Page>;
  isSignedIn(): boolean;
  /** Signs in with a new one-time code, bypassing the proxy. */
  signIn(): Promise<void>;
  /** Ends the session on the server, as another device could. */
  endSession(): Promise<void>;
  /** Sends calls as this person, bypassing proxy and phone. */
  readonly direct: Transport;
  /** Signs `direct` in again: a restored server might not know its session. */
  signInDirect(): Promise<void>;
  /** Downloads a file as this person, bypassing proxy and phone; null if the server doesn't serve it. */
  download(path: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

export async function startPhone(
  serverUrl: string,
  accountKey: DemoAccountKey,
  pageCount: number,
): Promise<Phone> {
  const proxy = await startFaultProxy(serverUrl);
  const store = createSharedStore();
  const session = createSession({ store });
  const directSession = createSession({ store: createSharedStore() });
  const { userId, companyId, role, region } = demoAccounts[accountKey];
  const identity = { user_id: userId, company_id: companyId, role, region };

  const phone: Phone = {
    accountKey,
    proxy,
    direct: transportTo(serverUrl, directSession),
    async signInDirect() {
      directSession.start(identity, await tokenFor(serverUrl, accountKey));
    },
    pages: Array.from({ length: pageCount }, () => null),
    clockOffset: 0,
    async open(index) {
      const page = await openPage({
        identity,
        texts: store,
        baseUrl: `${proxy.address}/api`,
        clock: () => Date.now() + phone.clockOffset,
      });
      phone.pages[index] = page;
      return page;
    },
    isSignedIn: () => session.state().name === 'signed_in',
    async signIn() {
      session.start(identity, await tokenFor(serverUrl, accountKey));
    },
    async endSession() {
      const current = session.state();
      if (current.name !== 'signed_in') return;
      await fetch(`${serverUrl}/api${calls.signOut.path}`, {
        method: calls.signOut.method,
        headers: { authorization: `Bearer ${current.token.token}` },
      });
    },
    async download(path) {
      const current = directSession.state();
      if (current.name !== 'signed_in') return null;
      const headers = { authorization: `Bearer ${current.token.token}` };
      const response = await fetch(`${serverUrl}${path}`, { headers });
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
    },
    async close() {
      for (const page of phone.pages) page?.kill();
      await proxy.close();
    },
  };
  await phone.signInDirect();
  await phone.signIn();
  return phone;
}

function transportTo(serverUrl: string, session: Session): Transport {
  return createTransport({
    baseUrl: `${serverUrl}/api`,
    fetch,
    session,
    language: () => 'en',
    platform: 'web',
    clock: Date.now,
    locks: { run: (_name, work) => work() },
  });
}

/** Signs in with the code shown by the development server. */
async function tokenFor(serverUrl: string, accountKey: DemoAccountKey): Promise<Token> {
  const transport = transportTo(serverUrl, createSession({ store: createSharedStore() }));
  const { email, region } = demoAccounts[accountKey];
  const codes = async () => {
    const response = await fetch(`${serverUrl}/dev/codes.json`);
    const { data } = (await response.json()) as {
      data: { to: string; code: string; at: number }[];
    };
    const sentCodes = data.filter(({ to }) => to === email).toSorted((a, b) => a.at - b.at);
    return sentCodes.map(({ code }) => code);
  };
  const earlierCount = (await codes()).length;
  const challenge = await transport.call(calls.requestSignInCode, { body: { email, region } });
  const code = await waitForNewest(codes, earlierCount);
  const { user_id: userId, challenge_id } = challenge;
  return transport.call(calls.signIn, { body: { userId, challenge_id, code } });
}

/** Key-value store shared by the pages of a phone, with change events. */
function createSharedStore(): KeyValue {
  const texts = new Map<string, string>();
  const listeners = new Set<() => void>();
  const notifyListeners = () => queueMicrotask(() => listeners.forEach((listener) => listener()));
  return {
    get: (key) => texts.get(key) ?? null,
    set(key, value) {
      texts.set(key, value);
      notifyListeners();
    },
    remove(key) {
      texts.delete(key);
      notifyListeners();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
