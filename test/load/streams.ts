import { type Agent, request } from 'node:https';
import { pause } from '#test/chaos/pause.ts';
import { type AttackContext } from '#test/attack/attack-context.ts';
import { type Device } from './devices.ts';

/** Wait before a device reopens its stream, in milliseconds. */
const REOPEN_PAUSE_MS = 2_000;

export interface Streams {
  opened: number;
  /** Notices received. */
  notices: number;
}

/** Keeps a device's event stream open until the run is over, reopening it when it ends. */
export async function keepStreamOpen(
  { isFinished }: Pick<AttackContext, 'isFinished'>,
  { token, address }: Device,
  { origin, agent, streams }: { origin: string; agent: Agent; streams: Streams },
): Promise<void> {
  while (!isFinished()) {
    await readUntilClosed(`${origin}/api/v1/events`, {
      token,
      address,
      agent,
      isFinished,
      streams,
    });
    if (!isFinished()) await pause(REOPEN_PAUSE_MS);
  }
}

/** Interval for checking if the run is over, in milliseconds. */
const CHECK_MS = 500;

function readUntilClosed(
  url: string,
  options: {
    token: string;
    address: string;
    agent: Agent;
    isFinished: () => boolean;
    streams: Streams;
  },
): Promise<void> {
  const { token, address, agent, isFinished, streams } = options;
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
    const outgoingRequest = request(url, { agent, headers });
    const timer = setInterval(() => isFinished() && outgoingRequest.destroy(), CHECK_MS);
    outgoingRequest.on('response', (response) => {
      if (response.statusCode === 200) streams.opened += 1;
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        streams.notices += text.split('event: changed').length - 1;
      });
      response.on('error', () => undefined);
      response.on('close', () => outgoingRequest.destroy());
    });
    outgoingRequest.on('error', () => undefined);
    outgoingRequest.on('close', () => {
      clearInterval(timer);
      resolve();
    });
    outgoingRequest.end();
  });
}
