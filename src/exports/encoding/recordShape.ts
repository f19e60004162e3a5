import { createHmac } from 'node:crypto';
import {
  selectedFields,
  type ExportField,
  type ExportPlan,
  type Mask,
} from '../../base/exportPlan.ts';
import type { Span } from '../../base/jsonScan.ts';
import type { ByteSink } from './pageEncoder.ts';
import { fieldsOf, stringOf, textOf } from './recordFields.ts';

/** Selects and masks fields of records, for plans that hide data. Copies other values as the service sent them. */
export class RecordShape {
  readonly #keptFields: ReadonlySet<ExportField>;
  readonly #masks: ExportPlan['masks'];
  readonly #salt: string;

  constructor(plan: ExportPlan, salt: string) {
    this.#keptFields = new Set(selectedFields(plan));
    this.#masks = plan.masks;
    this.#salt = salt;
  }

  write(body: Uint8Array, record: Span, sink: ByteSink): void {
    const members = fieldsOf(body, record);
    if (members === undefined) return this.#writeNonObject(body, record, sink);
    sink.text('{');
    let isFirst = true;
    for (const { field, key, value } of members) {
      if (!this.#keptFields.has(field)) continue;
      if (!isFirst) sink.text(',');
      isFirst = false;
      sink.bytes(body, key.start, key.end);
      sink.text(':');
      if (this.#maskOf(field) === 'hash') sink.text(this.#hashed(textOf(body, value)));
      else sink.bytes(body, value.start, value.end);
    }
    sink.text('}');
  }

  /** A string, a list or an invalid object may contain data to hide. Numbers and booleans identify no customer. */
  #writeNonObject(body: Uint8Array, record: Span, sink: ByteSink): void {
    const text = textOf(body, record);
    sink.text(/^["[{]/.test(text) ? 'null' : text);
  }

  #maskOf(field: ExportField): Mask | undefined {
    return Reflect.get(this.#masks, field) as Mask | undefined;
  }

  /** Returns the hash of a value. `null` and an empty string stay unchanged, because there is no value to hide. */
  #hashed(json: string): string {
    if (json === 'null' || json === '""') return json;
    const value = json.startsWith('"') ? stringOf(json) : json;
    return `"${createHmac('sha256', this.#salt).update(value).digest('hex')}"`;
  }
}
