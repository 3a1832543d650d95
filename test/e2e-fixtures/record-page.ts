import type { Page } from '@playwright/test';
import { animateWebp, type Frame } from '#test/film/animated-webp.ts';
import { phoneSize } from './phone.ts';

const QUALITY = 55;
/** The phone has two device pixels per CSS pixel, and the recording has one. */
const SCALE = 0.5;

/** Records a page as a moving picture. */
interface Recording {
  /** Adds the current screen as a still of this duration. */
  readonly hold: (ms: number) => Promise<void>;
  /** Records in real time until the action has ended. */
  readonly during: (action: Promise<unknown>) => Promise<void>;
  /** @returns an animated WebP */
  readonly picture: () => Buffer;
}

export async function recordPage(page: Page): Promise<Recording> {
  const session = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  const takeStill = async () => {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
      clip: { x: 0, y: 0, ...phoneSize, scale: SCALE },
    });
    return Buffer.from(data, 'base64');
  };
  return {
    hold: async (ms) => {
      frames.push({ webp: await takeStill(), ms });
    },
    during: async (action) => {
      let isFinished = false;
      const finished = action.finally(() => (isFinished = true));
      while (!isFinished) {
        const start = Date.now();
        const webp = await takeStill();
        frames.push({ webp, ms: Date.now() - start });
      }
      await finished;
    },
    picture: () => animateWebp(frames, phoneSize),
  };
}
