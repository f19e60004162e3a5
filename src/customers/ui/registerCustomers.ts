import type { Disposable } from 'vscode';
import { copyRange, copyUserId, copyUserIds, openRecord } from './rowCommands.ts';
import type { CustomerServices } from './customerServices.ts';
import { exportPage } from './exportPage.ts';
import { loadAll, loadMore, openCustomers } from './loadCustomers.ts';
import { saveSegment } from './saveSegment.ts';
import { showTagCustomers } from './tagCustomers.ts';

export function registerCustomers(services: CustomerServices): Disposable {
  return services.commands.register({
    'botTags.openCustomers': openCustomers(services),
    'botTags.showTagCustomers': showTagCustomers(services),
    'botTags.saveSegment': saveSegment(services),
    'botTags.loadMore': loadMore(services),
    'botTags.loadAll': loadAll(services),
    'botTags.copyUserId': copyUserId(services),
    'botTags.copyUserIds': copyUserIds(services),
    'botTags.copyRange': copyRange(services),
    'botTags.openRecord': openRecord(services),
    'botTags.exportPage': exportPage(services),
  });
}
