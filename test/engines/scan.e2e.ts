import qrcode from 'qrcode';
import type { DemoSerial } from '#server/demo/serials.ts';
import { labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { capturedList, goTo, waitUntilCameraRuns } from './app-actions.ts';
import { PLAIN_PAGE } from './sign-in.ts';

/** Time until the first picture is read, in ms: over 15 s in WebKit on a busy machine. */
const FIRST_READING_MS = 45_000;

const [inPicture, inCamera] = plainSerials(2, 40) as [DemoSerial, DemoSerial];

test(features.picture.title, async ({ view, club }) => {
  await view.tab.goto(`${club.url}/scan`);
  const picture = await qrcode.toDataURL(labelText(inPicture), { scale: 8 });
  await view.setFile({ role: 'button', name: 'Scan from photo', index: 0 }, picture, 'label.png');
  // The decoder loads and compiles with the first picture.
  await view.press({ role: 'link', name: /^Review \d+ products?$/ }, FIRST_READING_MS);
  await view.expectVisible({ text: new RegExp(inPicture.code), within: capturedList });
});

test(features.camera.title, async ({ view, club }) => {
  await view.tab.goto(`${club.url}/scan`);
  // The engine's fake camera shows a moving pattern.
  await waitUntilCameraRuns(view);
  await goTo(view, '/menu');
  const picture = await qrcode.toDataURL(labelText(inCamera), { scale: 8, margin: 6 });
  await view.tab.evaluate(async (label) => {
    const image = new Image();
    image.src = label;
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 1280, height: 720 });
    const context = canvas.getContext('2d');
    let frameIndex = 0;
    const draw = () => {
      frameIndex += 1;
      context?.drawImage(image, 400 + (frameIndex % 40), 130, 460, 460);
    };
    setInterval(draw, 50);
    // WebKit may drop properties set on the instance.
    MediaDevices.prototype.getUserMedia = () => Promise.resolve(canvas.captureStream(20));
  }, picture);
  await goTo(view, '/scan');
  const announcement = new RegExp(`${inCamera.type} ${inCamera.size} scanned`);
  await view.expectVisible({ role: 'status', text: announcement }, 30_000);
  await view.press({ role: 'link', name: /^Review \d+ products?$/ });
  await view.expectVisible({ text: new RegExp(inCamera.code), within: capturedList });
});

test(`${features.camera.title}: it runs again after leaving and going back`, async ({
  view,
  club,
}) => {
  await view.tab.goto(`${club.url}/scan`);
  await waitUntilCameraRuns(view);
  // WebKit ends the stream when the page enters the back-forward cache.
  await view.tab.goto(club.url + PLAIN_PAGE);
  await view.tab.back();
  await waitUntilCameraRuns(view);
  const shownAt = () => view.tab.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  const before = await shownAt();
  await view.waitUntil('the picture moves', async () => (await shownAt()) !== before);
});
