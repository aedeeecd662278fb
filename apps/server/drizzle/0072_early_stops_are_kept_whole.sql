ALTER TABLE "quarantined_reports" ADD COLUMN "early_stop" text;
--> statement-breakpoint
-- Stops that fitted no session may still get their start. A shortened one lacks readings, so it is left to staff.
UPDATE "quarantined_reports" SET "early_stop" = "report" WHERE "kind" = 'StopTransaction' AND "problem" = 'no such transaction'
  AND "report" NOT LIKE '%"readingsInAll":%';
