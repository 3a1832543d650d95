import './console.css';
import { createRoot } from 'react-dom/client';
import { brand } from '#brand';
import { startFocusRecovery } from '#src/ui/focus-recovery.ts';
import { applyBrand } from '#src/ui/theme.ts';
import { watchInput } from '#console/data/call-operator.ts';
import { startAppearance, currentPreferences } from '#console/parts/preferences.ts';
import { ConsoleApp } from './console-app.tsx';
import { activateLanguage, languageFor } from './language.ts';

/** Starts the console. Applies the theme and the language first, so that the page isn't painted twice. */
async function start(root: HTMLElement): Promise<void> {
  watchInput(document);
  startFocusRecovery(document);
  applyBrand(brand);
  startAppearance();
  await activateLanguage(languageFor(currentPreferences().language));
  createRoot(root).render(<ConsoleApp />);
}

const root = document.getElementById('root');
if (root) void start(root);
