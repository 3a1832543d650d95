// Runs before the app's modules, from a file because the Content-Security-Policy allows no inline script.

// Applies the theme and font size of src/data/device/device-settings.ts before anything is painted.
(() => {
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem('club.device')) ?? {};
  } catch {
    // Nothing stored, or unreadable: the style sheet has the defaults.
  }
  const { dataset } = document.documentElement;
  if (['light', 'dark', 'sunlight'].includes(settings.theme)) dataset.theme = settings.theme;
  if (['14px', '17px', '20px'].includes(settings.fontSize)) dataset.fontSize = settings.fontSize;
})();

// React prefers `setImmediate` to its own message channel. WebKit's channels stop for good when its
// network process ends, often in the background (https://bugs.webkit.org/show_bug.cgi?id=315221), and React
// would stop rendering. This one opens another channel if a message is 250 ms late.
(() => {
  const tasks = [];
  let isWatched = false;
  let channel;
  const runTasks = () => {
    // Removed one by one, so that a task that throws doesn't lose the others.
    for (let due = tasks.length; due > 0; due -= 1) tasks.shift()();
  };
  const openChannel = () => {
    channel = new MessageChannel();
    channel.port1.onmessage = runTasks;
  };
  const watch = (oldest) => {
    isWatched = true;
    setTimeout(() => {
      isWatched = false;
      if (tasks.length === 0) return;
      if (tasks[0] === oldest) {
        openChannel();
        channel.port2.postMessage(null);
      }
      watch(tasks[0]);
    }, 250);
  };
  openChannel();
  Object.defineProperty(window, 'setImmediate', {
    value: (run) => {
      const task = () => run();
      tasks.push(task);
      if (!isWatched) watch(task);
      channel.port2.postMessage(null);
    },
  });
})();
