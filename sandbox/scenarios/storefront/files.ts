// The eight files that the storefront's pull request changes, as GitHub lists them.
import type { FileData } from '../../github/data.ts';
import { addedFile, changedFile } from '../patch.ts';

/** They have GitHub's order, that of the paths. */
export const pullRequestFiles: readonly FileData[] = [
  addedFile(
    'src/server/db/saved-methods.ts',
    `
import type { Pool } from './pool.ts';

export interface SavedMethod {
  id: string;
  customerId: string;
  vaultToken: string;
  brand: string;
  last4: string;
  expiresOn: string;
  isDefault: boolean;
}

export interface SearchOptions {
  customerId: string;
  brand?: string;
  sort?: string;
}

const columns = 'id, customer_id, vault_token, brand, last4, expires_on, is_default';

export async function searchSavedMethods(pool: Pool, options: SearchOptions): Promise<SavedMethod[]> {
  const order = options.sort ?? 'created_at desc';
  const { rows } = await pool.query(
    \`select \${columns} from saved_methods
      where customer_id = $1 and ($2::text is null or brand = $2)
      order by \${order}\`,
    [options.customerId, options.brand ?? null],
  );
  return rows.map(toSavedMethod);
}

export async function insertSavedMethod(pool: Pool, method: SavedMethod): Promise<void> {
  const existing = await pool.query(
    'select id from saved_methods where customer_id = $1 and last4 = $2 and expires_on = $3',
    [method.customerId, method.last4, method.expiresOn],
  );
  if (existing.rows.length > 0) return;
  await pool.query(
    'insert into saved_methods (id, customer_id, vault_token, brand, last4, expires_on) values ($1, $2, $3, $4, $5, $6)',
    [method.id, method.customerId, method.vaultToken, method.brand, method.last4, method.expiresOn],
  );
}

export async function deleteSavedMethod(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from saved_methods where id = $1', [id]);
}
`,
  ),
  changedFile('src/server/middleware/rate-limit.ts', [
    {
      from: 12,
      to: 12,
      context: 'const limits: Record<string, Limit> = {',
      text: `
   'POST /login': { perMinute: 10 },
   'POST /password-reset': { perMinute: 3 },
   'POST /checkout': { perMinute: 20 },
+  'POST /payment-methods': { perMinute: 20 },
+  'DELETE /payment-methods/:id': { perMinute: 60 },
 };
 
 export function rateLimit(store: CounterStore): Middleware {
`,
    },
  ]),
  changedFile('src/server/routes/checkout.ts', [
    {
      from: 1,
      to: 1,
      text: `
 import { placeOrder } from '../orders/place.ts';
+import { searchSavedMethods } from '../db/saved-methods.ts';
 import { requireCustomer } from '../middleware/session.ts';
 import type { Router } from '../router.ts';
`,
    },
    {
      from: 27,
      to: 28,
      context: 'export function checkoutRoutes(router: Router, { pool, vault }: Services): void {',
      text: `
   router.post('/checkout', requireCustomer, async (request, response) => {
     const cart = await loadCart(pool, request.customer.id);
-    const charge = await vault.charge(request.body.cardToken, cart.total);
+    const saved = await searchSavedMethods(pool, { customerId: request.customer.id });
+    const method = saved.find(({ id }) => id === request.body.methodId);
+    const token = method?.vaultToken ?? request.body.cardToken;
+    const charge = await vault.charge(token, cart.total);
     response.json(await placeOrder(pool, cart, charge));
   });
 }
`,
    },
  ]),
  addedFile(
    'src/server/routes/payment-methods.ts',
    `
import { deleteSavedMethod, insertSavedMethod, searchSavedMethods } from '../db/saved-methods.ts';
import { requireCustomer } from '../middleware/session.ts';
import type { Router } from '../router.ts';
import type { Services } from '../services/index.ts';

export function paymentMethodRoutes(router: Router, { pool, vault }: Services): void {
  router.get('/payment-methods', requireCustomer, async (request, response) => {
    const methods = await searchSavedMethods(pool, {
      customerId: request.customer.id,
      brand: request.query.brand,
      sort: request.query.sort,
    });
    response.json(methods.map(({ vaultToken, ...shown }) => shown));
  });

  router.post('/payment-methods', requireCustomer, async (request, response) => {
    const method = await vault.store(request.body.card, request.customer.id);
    await insertSavedMethod(pool, method);
    response.status(201).json({ id: method.id });
  });

  router.delete('/payment-methods/:id', requireCustomer, async (request, response) => {
    await deleteSavedMethod(pool, request.params.id);
    response.status(204).end();
  });
}
`,
  ),
  addedFile(
    'src/server/services/payment-vault.ts',
    `
import { randomUUID } from 'node:crypto';
import { logger } from '../logger.ts';
import type { SavedMethod } from '../db/saved-methods.ts';

export interface Card {
  number: string;
  holder: string;
  expiresOn: string;
  securityCode: string;
}

export class PaymentVault {
  readonly #baseUrl: string;
  readonly #key: string;

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  async store(card: Card, customerId: string): Promise<SavedMethod> {
    const response = await fetch(\`\${this.#baseUrl}/tokens\`, {
      method: 'POST',
      headers: { authorization: \`Bearer \${this.#key}\`, 'content-type': 'application/json' },
      body: JSON.stringify(card),
    });
    if (!response.ok) {
      logger.error('vault refused a card', { status: response.status, card, customerId });
      throw new Error('The card could not be saved.');
    }
    const { token, brand } = await response.json();
    return {
      id: randomUUID(),
      customerId,
      vaultToken: token,
      brand,
      last4: card.number.slice(-4),
      expiresOn: card.expiresOn,
      isDefault: false,
    };
  }
}
`,
  ),
  changedFile('src/server/webhooks/tester.ts', [
    {
      from: 8,
      to: 8,
      context: "import { sign } from './signature.ts';",
      text: `
 export async function testWebhook(shop: Shop, event: string): Promise<TestResult> {
-  const body = JSON.stringify(samples[event]);
+  const body = JSON.stringify(samples[event] ?? samples['payment_method.saved']);
   const response = await fetch(shop.webhookUrl, {
     method: 'POST',
-    headers: { 'x-signature': sign(body, shop.secret) },
+    headers: { 'x-signature': sign(body, shop.secret), 'x-event': event },
     body,
   });
   return { status: response.status, text: await response.text() };
`,
    },
  ]),
  changedFile(
    'src/web/checkout/PaymentStep.tsx',
    [
      {
        from: 1,
        to: 1,
        text: `
 import { useState } from 'react';
+import { SavedCards } from '../components/SavedCards.tsx';
 import { CardForm } from './CardForm.tsx';
 import { useCheckout } from './useCheckout.ts';
 
-export function Payment() {
+export function PaymentStep({ saved }: { saved: SavedCard[] }) {
   const { pay, busy } = useCheckout();
-  const [card, setCard] = useState<Card>();
+  const usable = saved.filter((card) => new Date(card.expiresOn) > new Date());
+  const [chosen, setChosen] = useState(usable[0]?.id);
 
   return (
     <section aria-labelledby="payment">
       <h2 id="payment">Payment</h2>
-      <CardForm onChange={setCard} />
-      <button disabled={busy || !card} onClick={() => pay(card)}>
+      <SavedCards cards={usable} chosen={chosen} onChoose={setChosen} />
+      <CardForm hidden={chosen !== undefined} />
+      <button disabled={busy} onClick={() => pay(chosen)}>
         Pay now
       </button>
     </section>
`,
      },
    ],
    'src/web/checkout/Payment.tsx',
  ),
  addedFile(
    'src/web/components/SavedCards.tsx',
    `
import type { SavedCard } from '../api/payment-methods.ts';
import { removeCard } from '../api/payment-methods.ts';

interface Props {
  cards: SavedCard[];
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}

export function SavedCards({ cards, chosen, onChoose }: Props) {
  return (
    <ul className="saved-cards">
      {cards.map((card, index) => (
        <li key={index}>
          <label>
            <input type="radio" checked={card.id === chosen} onChange={() => onChoose(card.id)} />
            {card.brand} ending in {card.last4}
          </label>
          <button onClick={() => removeCard(card.id)}>Remove</button>
        </li>
      ))}
    </ul>
  );
}
`,
  ),
];
