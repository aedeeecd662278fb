DROP INDEX "receipts_due";--> statement-breakpoint
ALTER TABLE "receipts" DROP COLUMN "due_at";--> statement-breakpoint
ALTER TABLE "receipts" DROP COLUMN "tries";