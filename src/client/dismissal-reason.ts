// The reasons for which a bug can be dismissed.

/** In the order in which users see them. */
export const DISMISSAL_REASONS = ['not_a_bug', 'wont_fix', 'duplicate', 'other'] as const;

/** Why a bug was dismissed. */
export type DismissalReason = (typeof DISMISSAL_REASONS)[number];
