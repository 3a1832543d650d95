import { calls } from '#schemas/api/calls.ts';
import type { Transport } from '#sync/http/transport.ts';
import type { Screen } from './screen.ts';
import type { ElementQuery, ScreenActions } from './screen-actions.ts';

const goToNextStep = (screen: ScreenActions) =>
  screen.press({ role: 'button', name: /^(Next|Dalej)$/ });
const firstField = { role: 'textbox', index: 0 } as const satisfies ElementQuery;

/** Steps of the certificate wizard, including their validation errors. */
export async function certificateWizardScreensOf(owner: Transport): Promise<Screen[]> {
  const query = { status: 'closed', has_warranty_certificate: 0, limit: 1 } as const;
  const { data } = await owner.call(calls.listProjects, { query });
  const path = `/warranty-certificates/create?project=${data[0]?.uuid ?? ''}`;
  return [
    {
      name: 'project of a certificate',
      path: '/warranty-certificates/create',
      action: goToFirstStep,
    },
    { name: 'products of a certificate', path },
    { name: 'product of a certificate', path, action: submitEmptyProduct },
    { name: 'customer of a certificate', path, action: skipCustomer },
    { name: 'preview of a certificate', path, action: preview },
  ];
}

/** Goes back to the first step if a later one is open. */
async function goToFirstStep(screen: ScreenActions): Promise<void> {
  const radioButton = { role: 'radio' };
  const backButton = { role: 'button', name: /^(Back|Wstecz)$/ };
  await screen.expectVisible({ role: 'button', name: /^(Next|Dalej|Back|Wstecz)$/ });
  while (!(await screen.isVisible(radioButton)) && (await screen.isVisible(backButton)))
    await screen.press(backButton);
  await screen.expectVisible(radioButton);
}

async function goToProducts(screen: ScreenActions): Promise<void> {
  await goToFirstStep(screen);
  await goToNextStep(screen);
}

/** Adds an empty product to show the fields' errors. */
async function submitEmptyProduct(screen: ScreenActions): Promise<void> {
  await goToProducts(screen);
  await screen.press({ role: 'button', name: /^(Add product|Dodaj produkt)$/ });
  await screen.press({ role: 'button', name: /^(Add|Dodaj)$/ });
  await screen.expectVisible({ role: 'combobox', within: { role: 'dialog' }, isInvalid: true });
}

async function skipCustomer(screen: ScreenActions): Promise<void> {
  await goToProducts(screen);
  await goToNextStep(screen);
  await screen.fill(firstField, '');
  await goToNextStep(screen);
  await screen.expectVisible({ ...firstField, isInvalid: true });
}

async function preview(screen: ScreenActions): Promise<void> {
  await goToProducts(screen);
  await goToNextStep(screen);
  await screen.fill(firstField, 'jan@poczta.example');
  await goToNextStep(screen);
  await screen.expectVisible({ role: 'checkbox' });
}
