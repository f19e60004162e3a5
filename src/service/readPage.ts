import type { CustomerPage, RecordProblems } from '../base/model.ts';
import { isCustomer } from './isCustomer.ts';
import { readAnswer, type Answer } from './readAnswer.ts';
import { readRecord } from './readRecord.ts';
import { customerPage } from './schemas.ts';

/** Reads a page (contract, section 2.5). A record that is not as it should be is kept and named in `problems`. */
export function readPage(answer: Answer, secret: string): CustomerPage {
  const { records, next } = readAnswer('listCustomers', answer, customerPage, secret);
  const problems = new Map<number, RecordProblems>();
  for (const [index, record] of records.entries()) {
    if (!isCustomer(record)) problems.set(index, readRecord(record));
  }
  return {
    records,
    problems,
    next: next === null || next === '' ? undefined : next,
    body: answer.body,
  };
}
