import { calls } from '#schemas/api/calls.ts';
import type { Transport } from '#sync/http/transport.ts';
import type { Screen } from './screen.ts';
import type { ScreenActions } from './screen-actions.ts';

const goOn = (screen: ScreenActions) => screen.press({ role: 'button', name: /^(Next|Dalej)$/ });
const firstField = { role: 'textbox', at: 0 } as const;

/** Steps of the certificate wizard, including their validation errors. */
export async function certificateWizardScreensOf(owner: Transport): Promise<Screen[]> {
  const query = { status: 'closed', has_warranty_certificate: 0, limit: 1 } as const;
  const { data } = await owner.call(calls.listProjects, { query });
  const path = `/warranty-certificates/create?project=${data[0]?.uuid ?? ''}`;
  return [
    { name: 'project of a certificate', path: '/warranty-certificates/create', act: toFirstStep },
    { name: 'products of a certificate', path },
    { name: 'product of a certificate', path, act: addNothing },
    { name: 'customer of a certificate', path, act: enterNoCustomer },
    { name: 'preview of a certificate', path, act: preview },
  ];
}

/** Goes back to the first step if a later one is open. */
async function toFirstStep(screen: ScreenActions): Promise<void> {
  const choice = { role: 'radio' };
  const back = { role: 'button', name: /^(Back|Wstecz)$/ };
  await screen.see({ role: 'button', name: /^(Next|Dalej|Back|Wstecz)$/ });
  while (!(await screen.isSeen(choice)) && (await screen.isSeen(back))) await screen.press(back);
  await screen.see(choice);
}

async function toProducts(screen: ScreenActions): Promise<void> {
  await toFirstStep(screen);
  await goOn(screen);
}

/** Adds an empty product to show the fields' errors. */
async function addNothing(screen: ScreenActions): Promise<void> {
  await toProducts(screen);
  await screen.press({ role: 'button', name: /^(Add a product|Dodaj produkt)$/ });
  await screen.press({ role: 'button', name: /^(Add|Dodaj)$/ });
  await screen.see({ role: 'combobox', within: { role: 'dialog' }, isInvalid: true });
}

async function enterNoCustomer(screen: ScreenActions): Promise<void> {
  await toProducts(screen);
  await goOn(screen);
  await screen.fill(firstField, '');
  await goOn(screen);
  await screen.see({ ...firstField, isInvalid: true });
}

async function preview(screen: ScreenActions): Promise<void> {
  await toProducts(screen);
  await goOn(screen);
  await screen.fill(firstField, 'jan@poczta.example');
  await goOn(screen);
  await screen.see({ role: 'checkbox' });
}
