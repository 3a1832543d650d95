// Puts the person's theme and font size on the page before anything is painted. A file of its own,
// because the Content-Security-Policy allows no inline script; test/src/shell/first-paint.test.ts
// holds it to src/data/device/device-settings.ts.
(() => {
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem('club.device')) ?? {};
  } catch {
    // Nothing kept, or not readable: the defaults stand in the style sheet.
  }
  const { dataset } = document.documentElement;
  if (['light', 'dark', 'sunlight'].includes(settings.theme)) dataset.theme = settings.theme;
  if (['14px', '17px', '20px'].includes(settings.fontSize)) dataset.fontSize = settings.fontSize;
})();
