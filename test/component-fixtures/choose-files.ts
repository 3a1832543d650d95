import { page, userEvent } from 'vitest/browser';

/** Chooses files in the file picker that a button opens. */
export async function chooseFiles(button: string, files: readonly File[]): Promise<void> {
  let input: HTMLInputElement | null = null;
  const keepInput = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    input = event.target;
    event.preventDefault();
  };
  document.addEventListener('click', keepInput);
  await page.getByRole('button', { name: button }).click();
  document.removeEventListener('click', keepInput);
  if (input === null) throw new Error(`"${button}" opens no file picker.`);
  await userEvent.upload(input, [...files]);
}
