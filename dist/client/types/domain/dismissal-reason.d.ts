/** In the order in which users see them. */
export declare const DISMISSAL_REASONS: readonly ["not_a_bug", "wont_fix", "duplicate", "other"];
/** Why a bug was dismissed. */
export type DismissalReason = (typeof DISMISSAL_REASONS)[number];
