// Runs before the console's modules, from a file because the Content-Security-Policy forbids inline scripts.
// Applies the theme and font size from console/parts/preferences.ts before anything is painted.
(() => {
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem('console.preferences')) ?? {};
  } catch {
    // Nothing is stored, or it's unreadable: keep the defaults.
  }
  const { dataset } = document.documentElement;
  // The first version stored `light` for operators who hadn't chosen a theme.
  const themes = settings.version >= 2 ? ['light', 'dark', 'sunlight'] : ['dark', 'sunlight'];
  if (themes.includes(settings.theme)) dataset.theme = settings.theme;
  if (['14px', '17px', '20px'].includes(settings.fontSize)) dataset.fontSize = settings.fontSize;
})();
