ALTER TABLE "products" ADD COLUMN "delivery_days_from" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "delivery_days_to" integer;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "product_delivery_days" CHECK ("products"."delivery_days_from" between 0 and "products"."delivery_days_to") NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "product_delivery_days";