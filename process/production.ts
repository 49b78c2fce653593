// Imported before anything else: React chooses its build by it when it is loaded, and the one for
// development is many times slower.
process.env['NODE_ENV'] = 'production';
