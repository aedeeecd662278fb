import { readFile } from 'node:fs/promises';
import { expect, test } from '../environment.ts';
import { slideToStop, startCharge } from '../steps.ts';

const STATION = 'bijli-point-hsr-layout-bengaluru';

test('a driver enters a business from another State in the profile, and the charge is invoiced to it with IGST [TAX-24, TAX-26]', async ({
  page,
  journey,
}) => {
  const { chargePoint } = await journey.arriveAtCharger(page, STATION);

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit your details' }).click();
  const sheet = page.getByRole('dialog', { name: 'Edit your details' });
  await sheet.getByLabel('GSTIN').fill('27aapfu0939f1zw');
  await sheet.getByLabel('Name', { exact: true }).focus();
  await expect(sheet.getByRole('alert')).toHaveText(/This GSTIN is not right/);
  await sheet.getByLabel('GSTIN').fill('27aapfu0939f1zv');
  await sheet.getByLabel('Business name').fill('Pawar & Sons');
  await sheet.getByLabel('Business address').fill('9 Dock Road, Pune 411001');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invoices go to Pawar & Sons')).toBeVisible();

  await startCharge(page, STATION, chargePoint, 3);
  const units = page.getByRole('heading', { name: 'Units Consumed' }).locator('..');
  await expect(units).not.toContainText(' 0.00', { timeout: 30_000 });
  await slideToStop(page);
  await page.waitForURL('**/payment-details');
  await expect(page.getByText('Maharashtra (27)')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^EV\d\d-\d{4}-\d{6}\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('heading', { name: 'Tax invoice' }).locator('../..');
  for (const fact of ['Pawar & Sons', '9 Dock Road, Pune 411001', 'GSTIN 27AAPFU0939F1ZV', 'IGST 18%'])
    await expect(paper).toContainText(fact);
  await expect(paper).not.toContainText('SGST');
});
