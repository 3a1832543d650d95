import { test } from '#test/e2e-fixtures/app-test.ts';
import { brokenWords } from '#test/e2e-fixtures/broken-words.ts';
import { laySheets, listBroken, lookFrom, takeScreen } from '#test/e2e-fixtures/contact-sheet.ts';
import { setDevice, speak } from '#test/e2e-fixtures/device.ts';
import { untilComplete, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { makeUnsentWork, screensOf, show } from '#test/e2e-fixtures/screens.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

/*
 * Every screen beside every other, for the eye: `npm run contact-sheet`. `LOOKS` names what is looked at
 * (`390-light,1280-dark,320-20px-pl,390-offline`), `SCREENS` which (a part of their names). Beside the sheets
 * stands which words did not fit into a line. Only made when they are asked for.
 */
const looks = (process.env['LOOKS'] ?? '390-light,1280-light').split(',');
const wanted = new RegExp(process.env['SCREENS'] ?? '', 'i');

for (const [at, name] of looks.entries()) {
  const look = lookFrom(name);
  test(`the contact sheet of ${name}`, async ({ club, phone: { page }, context }) => {
    test.setTimeout(600_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await watchChanges(page);
    // The looks share a server: each has pieces of its own.
    const [captured, good] = plainSerials(2, 400 + 2 * at);
    if (!captured || !good) throw new Error('There are no pieces.');
    await signIn(club, page, 'polishOwner');
    await makeUnsentWork(club, page, [captured, good]);
    await page.setViewportSize({ width: look.width, height: look.height });
    await setDevice(page, {
      theme: look.theme,
      fontSize: look.fontSize,
      language: 'en',
    });
    const shown = [];
    const broken: string[] = [];
    for (const screen of await screensOf(await club.as('polishOwner'))) {
      if (!wanted.test(screen.name)) continue;
      club.proxy.isDown = look.offline;
      await show(club, page, look.offline ? { name: screen.name, path: screen.path } : screen);
      // What is done on a screen is done in English; then it speaks as it is looked at.
      await speak(page, look.language);
      await untilComplete(page);
      shown.push(await takeScreen(page, name, screen.name));
      for (const word of await brokenWords(page)) broken.push(`${screen.name}: ${word}`);
      await setDevice(page, { language: 'en' });
    }
    club.proxy.isDown = false;
    const sheet = await context.newPage();
    await laySheets(sheet, name, shown);
    listBroken(name, broken);
  });
}
