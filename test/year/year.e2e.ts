import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { exampleFolder } from '#test/setup/example-country.ts';
import type { Product } from './app-steps.ts';
import { expectLedgerAddsUp, expectYearAddsUp, verifyAudit } from './final-sums.ts';
import {
  closeFirstProject,
  registerCompany,
  reviewProducts,
  verifyCompany,
} from './first-project.ts';
import { decideOrders, issueCard, placeOrders, topUpCard } from './orders.ts';
import { openYear } from './open-year.ts';
import {
  beginNextYear,
  changeLevels,
  closeLeadsProject,
  correctPoints,
  expectExpiringPoints,
  installInAutumn,
  runCampaign,
} from './points.ts';
import {
  changeSettings,
  expectReady,
  inviteSecondPerson,
  startWithNothing,
} from './prepare-country.ts';
import { fillShop, importSerials } from './fill-shop.ts';
import { chat, handleLead, publishNews, runSurvey } from './communication.ts';
import {
  addLevels,
  addProductTypes,
  writeFirstSettings,
  writePoints,
  writeRegistrationQuestions,
} from './write-settings.ts';

/** Roof windows in the registry that the country's files contain. */
const products = readFileSync(join(exampleFolder, 'serial-numbers.csv'), 'utf8')
  .split(/\r?\n/)
  .map((line) => line.split(','))
  .flatMap(([code = '', type = '', size = '', variant = '']): Product[] =>
    type === 'GGL' ? [{ code, type, size, variant }] : [],
  );

test('a country is opened from an empty database, and its year ends with a ledger that adds up', async ({
  browser,
}) => {
  const year = await openYear(browser);
  await test.step('the first administrator finds an empty country', () => startWithNothing(year));
  await test.step('its first settings open the country', () => writeFirstSettings(year));
  await test.step('questions at registration are written', () => writeRegistrationQuestions(year));
  await test.step('product types are added', () => addProductTypes(year));
  await test.step('each product type gets its points', () => writePoints(year));
  await test.step('the first levels are added', () => addLevels(year));
  await test.step('the shop is filled', () => fillShop(year));
  await test.step('serial numbers are imported', () => importSerials(year));
  await test.step('nothing is missing', () => expectReady(year));
  await test.step('a second operator joins', () => inviteSecondPerson(year));
  await test.step('points expire after six months', () => changeSettings(year));
  await test.step('a company registers in the app', () => registerCompany(year));
  await test.step('the company is verified, and has its welcome points', () => verifyCompany(year));
  await test.step('its first project has products for review', () =>
    closeFirstProject(year, products.slice(0, 3)));
  await test.step('one product is accepted and one rejected, and the project is closed', () =>
    reviewProducts(year));
  const orders = await test.step('goods, a voucher and printed material are ordered', () =>
    placeOrders(year));
  await test.step('a club card is issued and registered', () => issueCard(year));
  await test.step('the card is topped up', () => topUpCard(year));
  await test.step('the orders are decided', () => decideOrders(year, orders));
  await test.step('every sum equals the ledger', () => expectLedgerAddsUp(year));
  await test.step('support answers a chat', () => chat(year));
  await test.step('news is published', () => publishNews(year));
  await test.step('a survey is completed', () => runSurvey(year));
  const street = await test.step('a homeowner’s request becomes a project', () => handleLead(year));
  await test.step('the lead’s project is closed', () =>
    closeLeadsProject(year, street, products.slice(3, 5)));
  await test.step('a campaign doubles the points', () => runCampaign(year, products.slice(5, 7)));
  await test.step('a second person approves a correction', () => correctPoints(year));
  await test.step('the installer returns in autumn', () =>
    installInAutumn(year, products.slice(7, 9)));
  await test.step('next year’s levels are changed', () => changeLevels(year));
  await test.step('the app shows which points expire', () => expectExpiringPoints(year));
  await test.step('points expire, and levels start again', () => beginNextYear(year, 285));
  await test.step('the sums of both years equal the ledger', () => expectYearAddsUp(year));
  await test.step('the audit is unchanged', () => verifyAudit(year));
  await year.close();
});
