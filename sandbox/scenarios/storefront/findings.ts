// The texts of the storefront's 37 findings, written by hand so that a demo reads like the real thing.
import type { ReviewState } from '../../service/data.ts';

/** A finding in short; `world.ts` makes a bug of it. */
export interface FindingText {
  /** The bug's ID is made from it. */
  readonly key: string;
  readonly title: string;
  readonly summary: string;
  /** Absent: the finding belongs to no file. */
  readonly file?: string;
  /** `undefined` leaves the field out, as the service may. */
  readonly security?: boolean | null;
  readonly foundDaysAgo: number;
  readonly introduced?: {
    readonly daysAgo: number;
    readonly author?: string;
    /** Absent: pushed without a pull request. */
    readonly pull?: number;
    /** It is the label of a commit of the pull request; absent: a commit of its own. */
    readonly commit?: string;
  };
  readonly issues?: readonly {
    readonly tracker: string;
    readonly issueId: string;
    readonly url: string | null;
  }[];
  readonly review?: {
    readonly state: ReviewState;
    readonly daysAgo: number;
    readonly source: string;
    readonly reason?: string;
    readonly notes?: string;
    readonly status?: string;
  };
}

/** Number of the pull request that the world is about. */
export const pullNumber = 482;

const linear = (issueId: string): NonNullable<FindingText['issues']>[number] => ({
  tracker: 'linear',
  issueId,
  url: `https://linear.app/acme/issue/${issueId}`,
});
const jira = (issueId: string): NonNullable<FindingText['issues']>[number] => ({
  tracker: 'jira',
  issueId,
  url: `https://acme.atlassian.net/browse/${issueId}`,
});
const mine = (daysAgo: number, commit: string): NonNullable<FindingText['introduced']> => ({
  daysAgo,
  author: 'mara-lindqvist',
  pull: pullNumber,
  commit,
});

/** They are pending security bugs in files that the pull request changes, and make the default scenario red. */
export const securityFindings: readonly FindingText[] = [
  {
    key: 'delete-without-owner',
    title: 'Any signed-in customer can delete another customer’s saved card',
    summary: `\`DELETE /payment-methods/:id\` checks that somebody is signed in, but not that the card is theirs: \`deleteSavedMethod\` deletes by \`id\` alone.

A customer who guesses or learns an id (it is shown in the address of the edit page) can remove the saved cards of others, and with a script those of the whole shop. Add \`and customer_id = $2\` to the statement and answer 404 when no row was deleted.`,
    file: 'src/server/routes/payment-methods.ts',
    security: true,
    foundDaysAgo: 0,
    introduced: mine(3, 'routes'),
    issues: [linear('SHOP-2291')],
  },
  {
    key: 'order-by-injection',
    title: 'Sort order of the saved-card search goes into the SQL text unchecked',
    summary: `\`searchSavedMethods\` puts \`options.sort\` into \`order by\` as it is, and the route fills it from the query string. An attacker who is signed in can send

    ?sort=(case when (select count(*) from customers where email like 'a%25') > 0 then id else brand end)

and read the database one bit at a time from the order of the answer. Accept the names of known columns only.`,
    file: 'src/server/db/saved-methods.ts',
    security: true,
    foundDaysAgo: 0,
    introduced: mine(4, 'table'),
  },
  {
    key: 'card-in-log',
    title: 'Full card numbers reach the log when the vault refuses a card',
    summary: `On an answer other than 2xx, \`store\` logs the whole \`card\` object: number, holder, expiry and security code. Logs are kept for 90 days and are readable by support, so a refused card leaves its number where PCI DSS 3.3 and 3.5 forbid it.

Log the status and the last four digits, nothing else.`,
    file: 'src/server/services/payment-vault.ts',
    security: true,
    foundDaysAgo: 0,
    introduced: mine(3, 'routes'),
    issues: [jira('SEC-131')],
  },
  {
    key: 'webhook-ssrf',
    title: 'Webhook tester fetches any address, the cloud’s metadata service included',
    summary: `\`testWebhook\` requests \`shop.webhookUrl\` from inside our network and shows the answer to the shop’s owner. With \`http://169.254.169.254/…\` as the address, the owner of any shop reads the credentials of the instance; with private addresses, whatever listens there.

Resolve the name first, refuse loopback, link-local and private ranges, do not follow redirects, and do not show the body.`,
    file: 'src/server/webhooks/tester.ts',
    security: true,
    foundDaysAgo: 41,
    introduced: { daysAgo: 63, author: 'jonas-weber', pull: 417 },
    issues: [
      jira('SEC-118'),
      {
        tracker: 'github',
        issueId: 'acme/storefront#421',
        url: 'https://github.com/acme/storefront/issues/421',
      },
    ],
  },
];

/** They are pending, and no security matter. */
export const otherFindings: readonly FindingText[] = [
  {
    key: 'default-card-lost',
    title: 'A new card never becomes the default, even when it is the only one',
    summary:
      '`store` always sets `isDefault: false`. A customer with one saved card has no default, and one-click checkout, which looks for the default, asks for the card number again.',
    file: 'src/server/services/payment-vault.ts',
    security: false,
    foundDaysAgo: 0,
    introduced: mine(3, 'routes'),
  },
  {
    key: 'card-saved-twice',
    title: 'Two tabs can save the same card twice',
    summary:
      '`insertSavedMethod` looks for the card and then inserts it in a second statement, outside of a transaction. Two requests at once both find nothing and both insert. A unique index and `on conflict do nothing` would settle it.',
    file: 'src/server/db/saved-methods.ts',
    security: false,
    foundDaysAgo: 0,
    introduced: mine(4, 'table'),
  },
  {
    key: 'expiry-time-zone',
    title: 'Cards vanish from checkout a month before they expire',
    summary:
      'A card is good until the last day of the month on it, but `new Date("2027-03")` is its first moment, in UTC. In March 2027 the card is filtered out although the bank would still take it.',
    file: 'src/web/checkout/PaymentStep.tsx',
    security: false,
    foundDaysAgo: 0,
    introduced: mine(1, 'checkout'),
  },
  {
    key: 'list-keyed-by-index',
    title: 'Removing a card moves the selection to its neighbour',
    summary:
      'The list is keyed by index. After the first card is removed, React keeps its radio button for the card that moves up, and the customer pays with a card that they did not choose.',
    file: 'src/web/components/SavedCards.tsx',
    security: false,
    foundDaysAgo: 0,
    introduced: mine(1, 'checkout'),
    issues: [linear('SHOP-2294')],
  },
  {
    key: 'limiter-counts-twice',
    title: 'Rate limiter counts a request twice behind the load balancer',
    summary:
      'Health-checked connections pass the middleware once on the proxy’s port and once on the application’s. Customers meet the limit of `POST /checkout` after ten tries instead of twenty.',
    file: 'src/server/middleware/rate-limit.ts',
    security: false,
    foundDaysAgo: 27,
    introduced: { daysAgo: 30, author: 'priya-raman', pull: 455 },
  },
  {
    key: 'coupon-cent',
    title: 'Totals are off by a cent when a coupon is split over three items',
    summary:
      'Each share is rounded on its own, so 10.00 becomes 3.33 + 3.33 + 3.33. The order says 9.99, the charge 10.00, and the nightly reconciliation fails.',
    file: 'src/server/pricing/discounts.ts',
    security: false,
    foundDaysAgo: 12,
    introduced: { daysAgo: 13, author: 'deniz-arslan', pull: 468 },
    issues: [linear('SHOP-2240')],
  },
  {
    key: 'gift-wrap-lost',
    title: 'Signing in during checkout drops gift wrapping',
    summary:
      '`mergeCarts` copies product and quantity of the guest’s cart, not its options. Wrapping, engraving and the delivery note are gone after sign-in, without a word to the customer.',
    file: 'src/server/cart/merge.ts',
    security: false,
    foundDaysAgo: 55,
    introduced: { daysAgo: 80, author: 'Nadia Okafor' },
  },
  {
    key: 'reservation-leak',
    title: 'Stock stays reserved when a payment times out',
    summary:
      'The reservation is released in the handler for a refused payment only. After a time-out nothing releases it, and the item shows as sold out until the nightly clean-up.',
    file: 'src/server/inventory/reservations.ts',
    security: false,
    foundDaysAgo: 34,
    introduced: { daysAgo: 36, author: 'jonas-weber', pull: 440 },
    issues: [
      {
        tracker: 'asana',
        issueId: '1204478850021',
        url: 'https://app.asana.com/0/0/1204478850021',
      },
    ],
  },
  {
    key: 'export-cut',
    title: 'Export of orders stops at 10,000 rows without saying so',
    summary:
      'The statement has `limit 10000` from the preview. Shops with more orders download a file that looks complete; accounting found out in the quarter’s report.',
    file: 'src/server/admin/export.ts',
    security: false,
    foundDaysAgo: 20,
    introduced: { daysAgo: 22, author: 'priya-raman', pull: 461 },
  },
  {
    key: 'retry-storm',
    title: 'Failed webhooks are retried at once and for ever',
    summary:
      'The back-off is computed in seconds but handed to `setTimeout`, which takes milliseconds: all eight tries happen within 300 ms, and a receiver that restarts sees none of them.',
    file: 'src/server/webhooks/dispatch.ts',
    security: false,
    foundDaysAgo: 41,
    introduced: { daysAgo: 63, author: 'jonas-weber', pull: 417 },
  },
  {
    key: 'ghost-products',
    title: 'Search finds products that are no longer on sale',
    summary:
      'The indexer listens for `product.updated`, but unpublishing sends `product.unpublished`. Customers open a result and meet a 404.',
    file: 'src/server/search/indexer.ts',
    security: false,
    foundDaysAgo: 48,
    introduced: { daysAgo: 70, author: 'deniz-arslan', pull: 402 },
  },
  {
    key: 'postcode-case',
    title: 'Address form refuses Dutch postcodes in lower case',
    summary: 'The pattern is `^[0-9]{4} ?[A-Z]{2}$`; “1012 ab” is refused although the post takes it.',
    file: 'src/web/checkout/AddressForm.tsx',
    security: false,
    foundDaysAgo: 8,
    introduced: { daysAgo: 9, author: 'mara-lindqvist', pull: 473 },
  },
  {
    key: 'refund-currency',
    title: 'Refunds are sent in the shop’s currency, not the order’s',
    summary:
      '`createRefund` reads the currency from the settings of the shop. An order of SEK 400 is refunded with EUR 400 since shops may sell in several currencies.',
    file: 'src/server/refunds/create.ts',
    security: false,
    foundDaysAgo: 5,
    introduced: { daysAgo: 6, author: 'priya-raman', pull: 477 },
    issues: [linear('SHOP-2277'), { tracker: 'slack', issueId: 'C04PAYMENTS/p1732', url: null }],
  },
  {
    key: 'mail-before-commit',
    title: 'Order confirmation is sent before the order is stored',
    summary:
      'The mail goes out inside the transaction. When the commit fails, the customer has a confirmation for an order that does not exist.',
    file: 'src/server/orders/place.ts',
    security: false,
    foundDaysAgo: 62,
    introduced: { daysAgo: 120, author: 'Nadia Okafor' },
  },
  {
    key: 'cache-grows',
    title: 'Price cache grows until the process is restarted',
    summary:
      'Entries are replaced when a price changes, never removed. With personal discounts there is one entry for each customer and product; memory reaches the limit after nine days.',
    file: 'src/server/pricing/cache.ts',
    security: false,
    foundDaysAgo: 12,
    introduced: { daysAgo: 13, author: 'deniz-arslan', pull: 468 },
  },
];

/** They are pending, and the service has not said whether they concern security. */
export const unclassifiedFindings: readonly FindingText[] = [
  {
    key: 'session-survives',
    title: 'Sessions stay valid after the password is changed',
    summary:
      '`changePassword` stores the new hash and leaves the table of sessions alone. Whoever was signed in elsewhere stays signed in.',
    file: 'src/server/auth/sessions.ts',
    security: null,
    foundDaysAgo: 34,
    introduced: { daysAgo: 200 },
  },
  {
    key: 'search-term-echo',
    title: 'Page without results repeats the search term through `innerHTML`',
    summary:
      'The term comes from the address and is set with `innerHTML` to keep the bold face. React’s escaping does not apply there.',
    file: 'src/web/search/NoResults.tsx',
    foundDaysAgo: 20,
    introduced: { daysAgo: 21, author: 'mara-lindqvist', pull: 462 },
  },
  {
    key: 'image-extension',
    title: 'Upload of product images trusts the extension of the file',
    summary:
      'The type is taken from the name. An SVG called `photo.png` is stored and later served with the type that the browser sniffs.',
    file: 'src/server/admin/uploads.ts',
    security: null,
    foundDaysAgo: 48,
  },
  {
    key: 'abandoned-carts-twice',
    title: 'Job for abandoned carts runs twice on the night of a deployment',
    summary:
      'Old and new process both hold the schedule for some seconds. Customers get two reminders; there is no lock.',
    foundDaysAgo: 27,
    security: null,
  },
  {
    key: 'flags-too-early',
    title: 'Feature flags are read before the configuration is loaded',
    summary:
      'Modules that read a flag while they are imported see its default. Which ones do depends on the order of the imports, so a flag may be on in one place and off in another.',
    foundDaysAgo: 55,
  },
];

/** They are resolved in one of the ways that the service knows. */
export const resolvedFindings: readonly FindingText[] = [
  {
    key: 'reset-never-expires',
    title: 'Links for resetting a password never expire',
    summary: 'The age of the token was computed but not compared. Old mails opened accounts.',
    file: 'src/server/auth/reset.ts',
    security: true,
    foundDaysAgo: 41,
    introduced: { daysAgo: 90, author: 'jonas-weber', pull: 388 },
    review: { state: 'resolved', daysAgo: 30, source: 'bug_fix_check' },
  },
  {
    key: 'coupon-guessing',
    title: 'Coupon codes can be guessed without limit',
    summary: '`POST /cart/coupon` had no rate limit, and codes have five letters.',
    file: 'src/server/cart/coupon.ts',
    security: true,
    foundDaysAgo: 48,
    introduced: { daysAgo: 77, author: 'deniz-arslan', pull: 399 },
    issues: [jira('SEC-109')],
    review: { state: 'resolved', daysAgo: 25, source: 'jira', status: 'Done' },
  },
  {
    key: 'open-redirect',
    title: 'Sign-in sends the customer to any address given as `next`',
    summary: '`//evil.example` begins with a slash and passed the check for a local path.',
    file: 'src/server/auth/sign-in.ts',
    security: true,
    foundDaysAgo: 55,
    introduced: { daysAgo: 140, author: 'Nadia Okafor' },
    issues: [linear('SHOP-2102')],
    review: { state: 'resolved', daysAgo: 44, source: 'linear', status: 'Completed' },
  },
  {
    key: 'variant-without-image',
    title: 'Product page crashes when a variant has no image',
    summary: '`variant.images[0].url` was read without a check.',
    file: 'src/web/product/Gallery.tsx',
    security: false,
    foundDaysAgo: 34,
    introduced: { daysAgo: 35, author: 'mara-lindqvist', pull: 437 },
    review: { state: 'resolved', daysAgo: 33, source: 'review', notes: 'Fixed in #441.' },
  },
  {
    key: 'negative-stock',
    title: 'Stock goes below zero when two orders arrive at once',
    summary: 'The level was read and written in two statements.',
    file: 'src/server/inventory/levels.ts',
    security: false,
    foundDaysAgo: 62,
    introduced: { daysAgo: 110, author: 'jonas-weber' },
    issues: [
      {
        tracker: 'github',
        issueId: 'acme/storefront#396',
        url: 'https://github.com/acme/storefront/issues/396',
      },
    ],
    review: { state: 'resolved', daysAgo: 50, source: 'github_issue' },
  },
  {
    key: 'swiss-tax',
    title: 'Orders to Switzerland are taxed at the German rate',
    summary: 'The rate was looked up by language, and “de” came first.',
    file: 'src/server/pricing/tax.ts',
    security: false,
    foundDaysAgo: 48,
    introduced: { daysAgo: 71, author: 'deniz-arslan', pull: 402 },
    review: { state: 'resolved', daysAgo: 40, source: 'asana', status: 'Complete' },
  },
  {
    key: 'reviews-repeat',
    title: 'Second page of product reviews repeats the last review of the first',
    summary: 'The cursor was inclusive on both sides.',
    file: 'src/server/reviews/list.ts',
    security: false,
    foundDaysAgo: 27,
    introduced: { daysAgo: 29, author: 'priya-raman', pull: 452 },
    review: { state: 'resolved', daysAgo: 13, source: 'bug_fix_check' },
  },
  {
    key: 'delivery-slots',
    title: 'Delivery slots are shown in the server’s time zone',
    summary: 'Slots were formatted on the server, without the time zone of the address.',
    file: 'src/server/shipping/slots.ts',
    security: false,
    foundDaysAgo: 20,
    introduced: { daysAgo: 24, author: 'mara-lindqvist', pull: 458 },
    review: { state: 'resolved', daysAgo: 7, source: 'review' },
  },
];

/** They are dismissed, once for each reason and once more. */
export const dismissedFindings: readonly FindingText[] = [
  {
    key: 'key-in-fixture',
    title: 'Private key in the source of the tests',
    summary: '`fixtures/signing.ts` holds an RSA key.',
    file: '__tests__/fixtures/signing.ts',
    security: true,
    foundDaysAgo: 62,
    introduced: { daysAgo: 150, author: 'Nadia Okafor' },
    review: {
      state: 'dismissed',
      daysAgo: 60,
      source: 'review',
      reason: 'not_a_bug',
      notes: 'Made for the tests, signs nothing else.',
    },
  },
  {
    key: 'newsletter-csrf',
    title: 'Newsletter form takes posts from other sites',
    summary: 'There is no token in the form, and the cookie is `SameSite=None`.',
    file: 'src/server/newsletter/subscribe.ts',
    security: true,
    foundDaysAgo: 55,
    introduced: { daysAgo: 95, author: 'jonas-weber', pull: 380 },
    review: {
      state: 'dismissed',
      daysAgo: 52,
      source: 'review',
      reason: 'wont_fix',
      notes: 'Double opt-in: nothing happens without the click in the mail.',
    },
  },
  {
    key: 'analytics-promise',
    title: 'Result of a promise is not awaited in analytics',
    summary: '`track` is called without `await`; a failure would be reported as unhandled.',
    file: 'src/web/analytics/track.ts',
    security: false,
    foundDaysAgo: 41,
    review: {
      state: 'dismissed',
      daysAgo: 39,
      source: 'linear',
      reason: 'wont_fix',
      status: 'Canceled',
    },
  },
  {
    key: 'reviews-n-plus-one',
    title: 'One query for each review on the product page',
    summary: 'Authors are loaded one by one.',
    file: 'src/server/reviews/list.ts',
    security: false,
    foundDaysAgo: 27,
    introduced: { daysAgo: 29, author: 'priya-raman', pull: 452 },
    review: { state: 'dismissed', daysAgo: 26, source: 'review', reason: 'duplicate' },
  },
  {
    key: 'console-in-build',
    title: 'Console output left in the build script',
    summary: '`scripts/build.ts` prints every file.',
    file: 'scripts/build.ts',
    security: false,
    foundDaysAgo: 34,
    review: {
      state: 'dismissed',
      daysAgo: 33,
      source: 'review',
      reason: 'other',
      notes: 'Wanted: it is how we read the CI log.',
    },
  },
];
