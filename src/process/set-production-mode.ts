// Import it before anything else: React selects its build when loaded, and the development build is many times slower.
process.env['NODE_ENV'] = 'production';
