import { type Migration } from 'kysely/migration';
import * as access from './migrations/001-access.ts';
import * as rooms from './migrations/002-rooms.ts';
import * as leads from './migrations/003-leads.ts';
import * as registration from './migrations/004-registration.ts';
import * as fakerTokens from './migrations/005-faker-tokens.ts';
import * as account from './migrations/006-account.ts';
import * as push from './migrations/008-push.ts';
import * as tiers from './migrations/009-tiers.ts';
import * as surveys from './migrations/010-surveys.ts';
import * as contents from './migrations/011-contents.ts';
import * as support from './migrations/012-support.ts';
import * as shop from './migrations/013-shop.ts';
import * as clubCards from './migrations/014-club-cards.ts';
import * as scanTombstones from './migrations/015-scan-tombstones.ts';
import * as reservedPoints from './migrations/016-reserved-points.ts';
import * as askedCodes from './migrations/017-asked-codes.ts';
import * as provedAddresses from './migrations/018-proved-addresses.ts';
import * as team from './migrations/019-team.ts';
import * as messages from './migrations/020-messages.ts';
import * as leadsByDefault from './migrations/021-leads-by-default.ts';
import * as certificates from './migrations/022-certificates.ts';
import * as marketing from './migrations/023-marketing.ts';
import * as leadReminders from './migrations/024-lead-reminders.ts';
import * as operatorActions from './migrations/025-operator-acts.ts';
import * as listsOfOperators from './migrations/026-lists-of-operators.ts';
import * as filesElsewhere from './migrations/027-files-elsewhere.ts';
import * as deviceErrors from './migrations/028-device-errors.ts';
import * as unnamedFiles from './migrations/029-unnamed-files.ts';
import * as searchKeys from './migrations/030-search-keys.ts';
import * as taxNumberKeys from './migrations/032-tax-number-keys.ts';
import * as realDays from './migrations/033-real-days.ts';
import * as tierHistory from './migrations/035-tier-history.ts';
import * as orderReasons from './migrations/036-order-reasons.ts';
import * as materialLanguages from './migrations/037-material-languages.ts';
import * as challengeDevices from './migrations/038-challenge-devices.ts';
import * as photoSubject from './migrations/039-photo-subject.ts';
import * as categoryKeys from './migrations/040-category-keys.ts';
import * as voucherCodes from './migrations/041-voucher-codes.ts';
import * as provedIdentity from './migrations/042-proved-identity.ts';
import * as productRejections from './migrations/043-product-rejections.ts';
import * as searchActions from './migrations/044-search-acts.ts';
import * as campaigns from './migrations/045-campaigns.ts';
import * as ledgerPeople from './migrations/046-ledger-people.ts';
import * as setupPictures from './migrations/047-setup-pictures.ts';
import * as installationDates from './migrations/048-installation-dates.ts';
import * as calendarFeeds from './migrations/049-calendar-feeds.ts';
import * as changedDates from './migrations/050-changed-dates.ts';
import * as attachments from './migrations/051-attachments.ts';
import * as productGuides from './migrations/053-product-guides.ts';
import * as photoShares from './migrations/054-photo-shares.ts';
import * as handovers from './migrations/055-handovers.ts';
import * as campaignLevels from './migrations/056-campaign-levels.ts';
import * as unfinishedUploads from './migrations/058-unfinished-uploads.ts';
import * as operators from './migrations/060-operators.ts';
import * as auditLists from './migrations/061-audit-lists.ts';
import * as review from './migrations/063-review.ts';
import * as companySearch from './migrations/064-company-search.ts';
import * as rareCompanies from './migrations/065-rare-companies.ts';
import * as bulkJobs from './migrations/066-bulk-jobs.ts';
import * as failedPlans from './migrations/067-failed-plans.ts';
import * as claimsAndDrafts from './migrations/068-claims-and-drafts.ts';
import * as supportConsole from './migrations/069-support-console.ts';
import * as leadRequests from './migrations/070-lead-requests.ts';
import * as recordRegions from './migrations/072-record-regions.ts';
import * as surveyRecords from './migrations/074-survey-records.ts';
import * as shopConsole from './migrations/075-shop-console.ts';
import * as orderLists from './migrations/079-order-lists.ts';
import * as priceChanges from './migrations/080-price-changes.ts';
import * as pointCorrections from './migrations/081-point-corrections.ts';
import * as contentDrafts from './migrations/083-content-drafts.ts';
import * as settingsVersions from './migrations/085-settings-versions.ts';
import * as orderedProducts from './migrations/087-ordered-products.ts';
import * as answerTemplates from './migrations/091-answer-templates.ts';
import * as chatLinks from './migrations/092-chat-links.ts';
import * as leadTokens from './migrations/093-lead-tokens.ts';
import * as imports from './migrations/094-imports.ts';
import * as campaignFigures from './migrations/099-campaign-figures.ts';
import * as ledgerLists from './migrations/100-ledger-lists.ts';
import * as pictureTexts from './migrations/103-picture-texts.ts';
import * as contentTitles from './migrations/104-content-titles.ts';
import * as contentVersions from './migrations/105-content-versions.ts';
import * as announcements from './migrations/107-announcements.ts';
import * as heldLotLists from './migrations/108-held-lot-lists.ts';
import * as shopImports from './migrations/109-shop-imports.ts';
import * as voucherImports from './migrations/110-voucher-imports.ts';
import * as awardImports from './migrations/111-award-imports.ts';
import * as shopCategories from './migrations/112-shop-categories.ts';
import * as returnedProducts from './migrations/113-returned-products.ts';
import * as orderBatches from './migrations/116-order-batches.ts';
import * as certificateLists from './migrations/117-certificate-lists.ts';
import * as reviewQueue from './migrations/118-review-queue.ts';
import * as orderReferences from './migrations/119-order-references.ts';
import * as priceChangeOperators from './migrations/121-price-change-operators.ts';
import * as companiesByType from './migrations/122-companies-by-type.ts';
import * as operatorPresence from './migrations/125-operator-presence.ts';
import * as failedWork from './migrations/126-failed-work.ts';
import * as ledgerDays from './migrations/127-ledger-days.ts';
import * as reportDays from './migrations/128-report-days.ts';
import * as formerPasskeys from './migrations/129-former-passkeys.ts';
import * as importStarters from './migrations/130-import-starters.ts';
import * as companyLists from './migrations/133-company-lists.ts';
import * as sealedVouchers from './migrations/136-sealed-vouchers.ts';
import * as voucherSums from './migrations/137-voucher-sums.ts';
import * as searchWords from './migrations/138-search-words.ts';
import * as chatWords from './migrations/139-chat-words.ts';
import * as rareRecords from './migrations/140-rare-records.ts';
import * as leadImports from './migrations/142-lead-imports.ts';
import * as importHashes from './migrations/143-import-hashes.ts';
import * as listChanges from './migrations/146-list-changes.ts';
import * as correctionNotices from './migrations/147-correction-notices.ts';
import * as foundNames from './migrations/148-found-names.ts';
import * as outdatedAcceptances from './migrations/152-outdated-acceptances.ts';
import * as acceptancesOfOldBuilds from './migrations/153-acceptances-of-old-builds.ts';
import * as auditStatistics from './migrations/154-audit-statistics.ts';
import * as readOnlySessions from './migrations/160-read-only-sessions.ts';
import * as fullNameReads from './migrations/161-full-name-reads.ts';
import * as messageLog from './migrations/163-message-log.ts';
import * as endedVariants from './migrations/164-ended-variants.ts';
import * as clubCardLists from './migrations/165-club-card-lists.ts';
import * as orderViews from './migrations/166-order-views.ts';
import * as claimedLists from './migrations/168-claimed-lists.ts';
import * as recordComments from './migrations/171-record-comments.ts';
import * as auditPeople from './migrations/175-audit-people.ts';
import * as surveyResults from './migrations/176-survey-results.ts';
import * as scannedTypes from './migrations/177-scanned-types.ts';
import * as approvedJobs from './migrations/178-approved-jobs.ts';
import * as heldJobs from './migrations/179-held-jobs.ts';
import * as commentNames from './migrations/182-comment-names.ts';
import * as levelApprovals from './migrations/183-level-approvals.ts';
import * as consoleIndexes from './migrations/186-console-indexes.ts';
import * as reportTimes from './migrations/192-report-times.ts';
import * as awardLines from './migrations/193-award-lines.ts';
import * as ledgerColumns from './migrations/195-ledger-columns.ts';
import * as voucherPastes from './migrations/196-voucher-pastes.ts';
import * as pausedJobs from './migrations/197-paused-jobs.ts';
import * as chatDays from './migrations/198-chat-days.ts';
import * as coveredSums from './migrations/200-covered-sums.ts';
import * as unfinishedJobs from './migrations/206-unfinished-jobs.ts';

/** This build's migrations. Never change one that has been released; a new one gets the next number. */
export const migrations = {
  '001-access': access,
  '002-rooms': rooms,
  '003-leads': leads,
  '004-registration': registration,
  '005-faker-tokens': fakerTokens,
  '006-account': account,
  '008-push': push,
  '009-tiers': tiers,
  '010-surveys': surveys,
  '011-contents': contents,
  '012-support': support,
  '013-shop': shop,
  '014-club-cards': clubCards,
  '015-scan-tombstones': scanTombstones,
  '016-reserved-points': reservedPoints,
  '017-asked-codes': askedCodes,
  '018-proved-addresses': provedAddresses,
  '019-team': team,
  '020-messages': messages,
  '021-leads-by-default': leadsByDefault,
  '022-certificates': certificates,
  '023-marketing': marketing,
  '024-lead-reminders': leadReminders,
  '025-operator-acts': operatorActions,
  '026-lists-of-operators': listsOfOperators,
  '027-files-elsewhere': filesElsewhere,
  '028-device-errors': deviceErrors,
  '029-unnamed-files': unnamedFiles,
  '030-search-keys': searchKeys,
  '032-tax-number-keys': taxNumberKeys,
  '033-real-days': realDays,
  '035-tier-history': tierHistory,
  '036-order-reasons': orderReasons,
  '037-material-languages': materialLanguages,
  '038-challenge-devices': challengeDevices,
  '039-photo-subject': photoSubject,
  '040-category-keys': categoryKeys,
  '041-voucher-codes': voucherCodes,
  '042-proved-identity': provedIdentity,
  '043-product-rejections': productRejections,
  '044-search-acts': searchActions,
  '045-campaigns': campaigns,
  '046-ledger-people': ledgerPeople,
  '047-setup-pictures': setupPictures,
  '048-installation-dates': installationDates,
  '049-calendar-feeds': calendarFeeds,
  '050-changed-dates': changedDates,
  '051-attachments': attachments,
  '053-product-guides': productGuides,
  '054-photo-shares': photoShares,
  '055-handovers': handovers,
  '056-campaign-levels': campaignLevels,
  '058-unfinished-uploads': unfinishedUploads,
  '060-operators': operators,
  '061-audit-lists': auditLists,
  '063-review': review,
  '064-company-search': companySearch,
  '065-rare-companies': rareCompanies,
  '066-bulk-jobs': bulkJobs,
  '067-failed-plans': failedPlans,
  '068-claims-and-drafts': claimsAndDrafts,
  '069-support-console': supportConsole,
  '070-lead-requests': leadRequests,
  '072-record-regions': recordRegions,
  '074-survey-records': surveyRecords,
  '075-shop-console': shopConsole,
  '079-order-lists': orderLists,
  '080-price-changes': priceChanges,
  '081-point-corrections': pointCorrections,
  '083-content-drafts': contentDrafts,
  '085-settings-versions': settingsVersions,
  '087-ordered-products': orderedProducts,
  '091-answer-templates': answerTemplates,
  '092-chat-links': chatLinks,
  '093-lead-tokens': leadTokens,
  '094-imports': imports,
  '099-campaign-figures': campaignFigures,
  '100-ledger-lists': ledgerLists,
  '103-picture-texts': pictureTexts,
  '104-content-titles': contentTitles,
  '105-content-versions': contentVersions,
  '107-announcements': announcements,
  '108-held-lot-lists': heldLotLists,
  '109-shop-imports': shopImports,
  '110-voucher-imports': voucherImports,
  '111-award-imports': awardImports,
  '112-shop-categories': shopCategories,
  '113-returned-products': returnedProducts,
  '116-order-batches': orderBatches,
  '117-certificate-lists': certificateLists,
  '118-review-queue': reviewQueue,
  '119-order-references': orderReferences,
  '121-price-change-operators': priceChangeOperators,
  '122-companies-by-type': companiesByType,
  '125-operator-presence': operatorPresence,
  '126-failed-work': failedWork,
  '127-ledger-days': ledgerDays,
  '128-report-days': reportDays,
  '129-former-passkeys': formerPasskeys,
  '130-import-starters': importStarters,
  '133-company-lists': companyLists,
  '136-sealed-vouchers': sealedVouchers,
  '137-voucher-sums': voucherSums,
  '138-search-words': searchWords,
  '139-chat-words': chatWords,
  '140-rare-records': rareRecords,
  '142-lead-imports': leadImports,
  '143-import-hashes': importHashes,
  '146-list-changes': listChanges,
  '147-correction-notices': correctionNotices,
  '148-found-names': foundNames,
  '152-outdated-acceptances': outdatedAcceptances,
  '153-acceptances-of-old-builds': acceptancesOfOldBuilds,
  '154-audit-statistics': auditStatistics,
  '160-read-only-sessions': readOnlySessions,
  '161-full-name-reads': fullNameReads,
  '163-message-log': messageLog,
  '164-ended-variants': endedVariants,
  '165-club-card-lists': clubCardLists,
  '166-order-views': orderViews,
  '168-claimed-lists': claimedLists,
  '171-record-comments': recordComments,
  '175-audit-people': auditPeople,
  '176-survey-results': surveyResults,
  '177-scanned-types': scannedTypes,
  '178-approved-jobs': approvedJobs,
  '179-held-jobs': heldJobs,
  '182-comment-names': commentNames,
  '183-level-approvals': levelApprovals,
  '186-console-indexes': consoleIndexes,
  '192-report-times': reportTimes,
  '193-award-lines': awardLines,
  '195-ledger-columns': ledgerColumns,
  '196-voucher-pastes': voucherPastes,
  '197-paused-jobs': pausedJobs,
  '198-chat-days': chatDays,
  '200-covered-sums': coveredSums,
  '206-unfinished-jobs': unfinishedJobs,
} satisfies Record<string, Migration>;
