import { type Agent, request } from 'node:https';
import { pause } from '#test/chaos/pause.ts';
import { type AttackContext } from '#test/attack/attack-context.ts';
import { type Device } from './devices.ts';

/** Wait before a device reopens its stream, in milliseconds. */
const REST_MS = 2_000;

export interface Streams {
  opened: number;
  /** Notices received. */
  notices: number;
}

/** Keeps a device's event stream open until the scene is over, reopening it when it ends. */
export async function holdStream(
  { isFinished }: Pick<AttackContext, 'isFinished'>,
  { token, address }: Device,
  { origin, agent, streams }: { origin: string; agent: Agent; streams: Streams },
): Promise<void> {
  while (!isFinished()) {
    await untilEnd(`${origin}/api/v1/events`, { token, address, agent, isFinished, streams });
    if (!isFinished()) await pause(REST_MS);
  }
}

/** Interval for checking if the scene is over, in milliseconds. */
const LOOK_MS = 500;

function untilEnd(
  url: string,
  how: {
    token: string;
    address: string;
    agent: Agent;
    isFinished: () => boolean;
    streams: Streams;
  },
): Promise<void> {
  const { token, address, agent, isFinished, streams } = how;
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
    const sent = request(url, { agent, headers });
    const looking = setInterval(() => isFinished() && sent.destroy(), LOOK_MS);
    sent.on('response', (response) => {
      if (response.statusCode === 200) streams.opened += 1;
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        streams.notices += text.split('event: changed').length - 1;
      });
      response.on('error', () => undefined);
      response.on('close', () => sent.destroy());
    });
    sent.on('error', () => undefined);
    sent.on('close', () => {
      clearInterval(looking);
      resolve();
    });
    sent.end();
  });
}
