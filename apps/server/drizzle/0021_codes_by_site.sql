ALTER TABLE "code_requests" ADD COLUMN "site" text;--> statement-breakpoint
CREATE INDEX "code_requests_site" ON "code_requests" USING btree ("site","at");--> statement-breakpoint
CREATE INDEX "code_requests_at" ON "code_requests" USING btree ("at");