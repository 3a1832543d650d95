import { test } from '#test/e2e-fixtures/app-test.ts';
import { findBrokenWords } from '#test/e2e-fixtures/broken-words.ts';
import {
  writeContactSheets,
  writeBrokenWords,
  parseAppearance,
  takeScreenshot,
} from '#test/e2e-fixtures/contact-sheet.ts';
import { setDeviceSettings, switchLanguage } from '#test/e2e-fixtures/device.ts';
import { waitUntilSettled, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { makeUnsentWork, signedInScreens, openScreen } from '#test/e2e-fixtures/screens.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

/*
 * Contact sheets of all screens: `npm run contact-sheet`. `APPEARANCES` selects the appearances
 * (`390-light,1280-dark,320-20px-pl,390-offline`), `SCREENS` the screens (part of their names). Also
 * lists words that didn’t fit on one line. Only runs on request.
 */
const appearanceNames = (process.env['APPEARANCES'] ?? '390-light,1280-light').split(',');
const screenFilter = new RegExp(process.env['SCREENS'] ?? '', 'i');

for (const [index, name] of appearanceNames.entries()) {
  const appearance = parseAppearance(name);
  test(`the contact sheet of ${name}`, async ({ club, phone: { page }, context }) => {
    test.setTimeout(600_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await watchChanges(page);
    // The tours share a server, so each tour uses different products.
    const [capturedSerial, validSerial] = plainSerials(2, 400 + 2 * index);
    if (!capturedSerial || !validSerial) throw new Error('There are no serial numbers left.');
    await signIn(club, page, 'polishOwner');
    await makeUnsentWork(club, page, [capturedSerial, validSerial]);
    await page.setViewportSize({ width: appearance.width, height: appearance.height });
    await setDeviceSettings(page, {
      theme: appearance.theme,
      fontSize: appearance.fontSize,
      language: 'en',
    });
    const shown = [];
    const broken: string[] = [];
    for (const screen of await signedInScreens(await club.as('polishOwner'))) {
      if (!screenFilter.test(screen.name)) continue;
      club.proxy.isDown = appearance.offline;
      await openScreen(
        club,
        page,
        appearance.offline ? { name: screen.name, path: screen.path } : screen,
      );
      // Use the screen in English first, because its actions find elements by English labels, and then switch to the
      // tour's language.
      await switchLanguage(page, appearance.language);
      await waitUntilSettled(page);
      shown.push(await takeScreenshot(page, name, screen.name));
      for (const brokenWord of await findBrokenWords(page))
        broken.push(`${screen.name}: ${brokenWord}`);
      await setDeviceSettings(page, { language: 'en' });
    }
    club.proxy.isDown = false;
    const sheet = await context.newPage();
    await writeContactSheets(sheet, name, shown);
    writeBrokenWords(name, broken);
  });
}
