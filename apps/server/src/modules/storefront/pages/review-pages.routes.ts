import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { ReviewedOrder } from '@bijli/contract/shop-page';
import { shownText } from '@bijli/contract/shown-text';
import { queryText } from '#http/calls/query.ts';
import { isRefusal } from '#kernel/refusal.ts';
import type { OrderLink } from '../order-links/order-links.ts';
import { storefrontRefusals } from '../storefront.refusals.ts';
import type { LanguageShop } from './language-shop.ts';

type ReviewRequest = FastifyRequest<{ Params: { reference: string }; Querystring: { sig?: unknown } }>;

const reviewForm = z.object({
  rate: z._default(z.string(), ''),
  comment: z._default(shownText.check(z.maxLength(5000)), ''),
});

/** Shows the form for a review, or that there is one. It needs the signed link. */
export async function showReviewForm(
  shop: LanguageShop,
  request: ReviewRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return withOrder(shop, request, reply, async (link) => reviewPage(shop, request, reply, link));
}

export async function submitReview(
  shop: LanguageShop,
  request: ReviewRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return withOrder(shop, request, reply, async (link) => {
    const parsed = z.safeParse(reviewForm, request.body ?? {});
    const { rate, comment } = parsed.success ? parsed.data : { rate: '', comment: '' };
    try {
      await shop.storefront.reviews.write(request.params.reference, { rating: Number(rate), comment });
    } catch (error) {
      if (isRefusal(error, storefrontRefusals, 'review_invalid'))
        return reviewPage(shop, request, reply, link, { rate, comment });
      if (!isRefusal(error, storefrontRefusals, 'review_written')) throw error;
    }
    return reviewPage(shop, request, reply, link);
  });
}

/** Serves the order's page, or 404 if the link is not ours or has expired, or the order has not arrived. */
async function withOrder(
  { storefront, pages }: LanguageShop,
  request: ReviewRequest,
  reply: FastifyReply,
  answer: (link: OrderLink) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await answer(await storefront.openLink(request.params.reference, queryText(request.query.sig), 'review'));
  } catch (error) {
    const isNothing = (['order_unknown', 'order_link_expired', 'order_closed'] as const).some((code) =>
      isRefusal(error, storefrontRefusals, code),
    );
    if (isNothing) return pages.missing(request, reply, 'order');
    throw error;
  }
}

async function reviewPage(
  { storefront, pages }: LanguageShop,
  request: ReviewRequest,
  reply: FastifyReply,
  link: OrderLink,
  wrong?: { rate: string; comment: string },
): Promise<FastifyReply> {
  const { state, can_review: canReview, ...view } = await storefront.viewOrderOfLink(link);
  const isWritten = state === 'delivered' && !canReview;
  if (!isWritten && !canReview) return pages.missing(request, reply, 'order');
  const { rate = '', comment = '' } = wrong ?? {};
  const { reference, product_id, product_name, colour, image, translation } = view;
  const order: ReviewedOrder = { reference, product_id, product_name, colour, image, translation };
  const action = request.url;
  const shown = { kind: 'review', order, action, isWritten, rate, comment, isWrong: wrong !== undefined } as const;
  return pages.own(request, reply, shown, wrong ? 422 : 200);
}
