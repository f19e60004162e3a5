import type { CustomerPage } from '../core/model.ts';
import { isCustomer } from './isCustomer.ts';
import { issueText, readAnswer, type Answer } from './readAnswer.ts';
import { customer, customerPage } from './schemas.ts';

/** Reads a page (contract, section 2.5). A record that does not match is kept and named in `problems`. */
export function readPage(answer: Answer, secret: string): CustomerPage {
  const { records, next } = readAnswer('listCustomers', answer, customerPage, secret);
  const problems = new Map<number, string>();
  for (const [index, record] of records.entries()) {
    if (isCustomer(record)) continue;
    const report = customer.safeParse(record);
    if (!report.success) problems.set(index, issueText(report.error));
  }
  return {
    records,
    problems,
    next: next === null || next === '' ? undefined : next,
    body: answer.body,
  };
}
